/** The logo: a folder's end-tab with an F. */
export function Logo({ height }: { height: number }) {
  return (
    <svg aria-hidden="true" width={height * 0.78} height={height} viewBox="0 0 28 36" fill="none" className="shrink-0">
      <path d="M1 3a2 2 0 0 1 2-2h18a6 6 0 0 1 6 6v11H1V3Z" fill="var(--color-petrol-300)" />
      <path d="M1 18h26v11a6 6 0 0 1-6 6H3a2 2 0 0 1-2-2V18Z" fill="var(--color-petrol-100)" />
      <path d="M9 8.2h11v3.2h-7.3v4.2h6.3v3.1h-6.3V28H9V8.2Z" fill="var(--color-petrol-950)" />
    </svg>
  )
}
