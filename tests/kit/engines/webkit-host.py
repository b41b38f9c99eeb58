"""A window of WebKitGTK for WebKitWebDriver, with a profile that outlives it: webkit-host.py PROFILE."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, Gtk, WebKit2  # noqa: E402

profile = sys.argv[1]
Gtk.init(None)
# Pages are told that motion should be reduced.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
data = WebKit2.WebsiteDataManager(base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache")
data.get_cookie_manager().set_persistent_storage(f"{profile}/cookies", WebKit2.CookiePersistentStorage.SQLITE)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)


class InputMethod(WebKit2.InputMethodContext):
    """After « keys show a reading, after » the converted text in its place, and Enter puts that into the field."""

    shown = None

    def do_get_preedit(self):
        return self.shown or "", [], len(self.shown or "")

    def do_filter_key_event(self, event):
        key = chr(Gdk.keyval_to_unicode(event.keyval))
        if self.shown is None and key != "«":
            return False
        if event.type != Gdk.EventType.KEY_PRESS:
            return True
        if key == "«":
            self.shown = ""
            self.emit("preedit-started")
        elif event.keyval in (Gdk.KEY_Return, Gdk.KEY_KP_Enter):
            text, self.shown = self.shown, None
            self.emit("preedit-finished")
            self.emit("committed", text)
        elif key == "»":
            # An empty text would end the conversion, so the reading stays until the next key.
            self.shown = ""
        elif key != "\0":
            self.shown += key
            self.emit("preedit-changed")
        return True


def open_window(_session):
    settings = WebKit2.Settings(enable_page_cache=True, enable_write_console_messages_to_stdout=True)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    view.set_input_method_context(InputMethod())
    window = Gtk.Window(decorated=False, default_width=390, default_height=844)
    window.add(view)
    window.show_all()
    # No window manager gives it the focus.
    window.get_window().focus(0)
    view.connect("close", lambda _view: window.destroy())
    return view


def describe(_context, session):
    version = WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitGTK")
    info.set_version(*version)
    session.set_application_info(info)
    session.connect("create-web-view", open_window)


context.connect("automation-started", describe)
Gtk.main()
