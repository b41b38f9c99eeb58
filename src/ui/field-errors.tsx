import { TrailMark } from './trail-mark.tsx';

/** A field's errors; nothing if there are none. The field refers to them by `id`. */
export function FieldErrors({ id, errors }: { id: string; errors: readonly string[] }) {
  if (!errors.length) return null;
  return (
    <div id={id}>
      {errors.map((error) => (
        <p key={error}>
          <TrailMark state="failed">{error}</TrailMark>
        </p>
      ))}
    </div>
  );
}
