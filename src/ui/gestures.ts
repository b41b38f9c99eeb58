/** A point in pixels, from the middle of the box that a picture lies in. */
export type Spot = { x: number; y: number };

/** What fingers, a mouse and its wheel do to a picture; spots are in pixels from the middle of the element. */
interface Gestures {
  /** Whether one finger moves the picture; otherwise it is the row that it pushes. */
  pans(): boolean;
  /** What lies under `from` is wanted under `to`, `by` times larger. */
  onMove(from: Spot, to: Spot, by: number): void;
  /** Two taps, or two clicks, at one place. */
  onDoubleTap(at: Spot): void;
}

/** Milliseconds and pixels within which a second tap belongs to the first, and pixels that a tap may tremble. */
const [tapTime, tapReach, tremble] = [350, 32, 8];
/** How much of a zoom a pixel of the wheel is. A pinch on a touchpad comes as a wheel with Ctrl and small steps. */
const [wheelZoom, pinchZoom] = [0.002, 0.01];
const wheelLine = 16;

const middleOf = (spots: readonly Spot[]): Spot => ({
  x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
  y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
});

const distance = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y);

const spread = ([a, b]: readonly Spot[]) => (a && b ? Math.max(distance(a, b), 1) : 1);

/** Follows the gestures over an element until the signal ends. */
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
    // What leaves the picture while it is moved is followed on.
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
    // Sideways, the row goes on to the next picture.
    if (sideways && !event.ctrlKey && !gestures.pans()) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : wheelLine;
    const at = spotOf(event);
    if (sideways && !event.ctrlKey) return gestures.onMove(at, { x: at.x - event.deltaX * unit, y: at.y }, 1);
    const by = Math.exp(-event.deltaY * unit * (event.ctrlKey ? pinchZoom : wheelZoom));
    gestures.onMove(at, at, by);
  };

  const keep = (event: TouchEvent) => {
    // Two fingers are ours: a browser that began to push the row, or to enlarge the page, would take them away.
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
