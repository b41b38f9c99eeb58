import { TrailMark } from './trail-mark.tsx';

/** What is wrong with a field; nothing when nothing is. The field points at it by `id`. */
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
