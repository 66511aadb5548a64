/** Two shapes, each over the other once: neither moves without the other. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" strokeWidth="2.25" aria-hidden className={className}>
      <path stroke="currentColor" d="M11.1 15h.9a3 3 0 0 0 3-3V6a3 3 0 0 0-3-3H6a3 3 0 0 0-3 3v6a3 3 0 0 0 3 3h.9" />
      <path stroke="var(--focus)" d="M17.1 9h.9a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-6a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3h.9" />
    </svg>
  );
}
