/** The head badge. Decorative: the text beside it, or its link, carries the name. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 64 64" aria-hidden="true">
      <path fill="var(--badge)" d="M6 8Q32-1 58 8L54 50Q32 70 10 50Z" />
      <g fill="#14191d">
        <path d="M13.2 14.5h13.3v13q5.5 1.9 11 0v-13h13.3L48.7 50.5H37.5V37q-5.5 1.9-11 0v13.5H15.3Z" />
        <circle cx="32" cy="19" r="3.8" />
        <circle cx="32" cy="47" r="3.8" />
      </g>
    </svg>
  );
}
