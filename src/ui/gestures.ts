/** A point in pixels, relative to the center of the picture's box. */
export type Spot = { x: number; y: number };

/** Handlers for touch, mouse and wheel gestures on a picture. */
interface Gestures {
  /** Whether one finger pans the picture; otherwise it scrolls the row. */
  pans(): boolean;
  /** Moves the point at `from` to `to` and scales by `by`. */
  onMove(from: Spot, to: Spot, by: number): void;
  /** A double tap or double click. */
  onDoubleTap(at: Spot): void;
}

/** Maximum milliseconds and pixels between the taps of a double tap, and pixels that a tap may move. */
const [tapTime, tapReach, tremble] = [350, 32, 8];
/** Zoom per pixel of wheel movement. A touchpad pinch comes as a wheel event with Ctrl and small steps. */
const [wheelZoom, pinchZoom] = [0.002, 0.01];
const wheelLine = 16;

const middleOf = (spots: readonly Spot[]): Spot => ({
  x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
  y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
});

const distance = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y);

const spread = ([a, b]: readonly Spot[]) => (a && b ? Math.max(distance(a, b), 1) : 1);

/** Listens for gestures on an element until the signal aborts. */
export function watchGestures(element: HTMLElement, gestures: Gestures, signal: AbortSignal): void {
  const down = new Map<number, Spot>();
  let start: Spot | null = null;
  let tap: { at: Spot; time: number } | null = null;

  const spotOf = ({ clientX, clientY }: MouseEvent): Spot => {
    const box = element.getBoundingClientRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const spot = spotOf(event);
    down.set(event.pointerId, spot);
    start = down.size === 1 ? spot : null;
    // Capture the pointer, so that a drag continues outside the picture.
    if (gestures.pans() || down.size > 1) element.setPointerCapture(event.pointerId);
  };

  const onPointerMove = (event: PointerEvent) => {
    if (!down.has(event.pointerId)) return;
    const before = [...down.values()];
    const spot = spotOf(event);
    down.set(event.pointerId, spot);
    if (start && distance(start, spot) > tremble) start = null;
    const after = [...down.values()];
    if (after.length === 1 && (start || !gestures.pans())) return;
    if (after.length > 2) return;
    gestures.onMove(middleOf(before), middleOf(after), spread(after) / spread(before));
  };

  const onUp = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    const at = start;
    start = null;
    if (!at) {
      tap = null;
    } else if (tap && event.timeStamp - tap.time < tapTime && distance(tap.at, at) < tapReach) {
      tap = null;
      gestures.onDoubleTap(at);
    } else {
      tap = { at, time: event.timeStamp };
    }
  };

  const onWheel = (event: WheelEvent) => {
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    // Sideways scrolling goes to the next picture of the row.
    if (sideways && !event.ctrlKey && !gestures.pans()) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : wheelLine;
    const at = spotOf(event);
    if (sideways && !event.ctrlKey) return gestures.onMove(at, { x: at.x - event.deltaX * unit, y: at.y }, 1);
    const by = Math.exp(-event.deltaY * unit * (event.ctrlKey ? pinchZoom : wheelZoom));
    gestures.onMove(at, at, by);
  };

  const keep = (event: TouchEvent) => {
    // Two fingers are handled here: a browser that scrolls or zooms cancels the pointers.
    if (event.touches.length > 1) event.preventDefault();
  };

  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onPointerMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener(
    'pointercancel',
    (event) => {
      down.delete(event.pointerId);
      start = null;
      tap = null;
    },
    { signal },
  );
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  element.addEventListener('touchstart', keep, { signal, passive: false });
  element.addEventListener('touchmove', keep, { signal, passive: false });
  element.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
}
