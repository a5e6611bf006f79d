export function DaySeparator({ label }: { label: string }) {
  return (
    <p className="flex items-center gap-3 py-1">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <span className="text-xs font-medium text-muted">{label}</span>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </p>
  )
}

/** Stands above the first message that arrived unseen. */
export function NewSeparator({ time }: { time: string }) {
  return (
    <p className="flex items-center gap-2 py-0.5">
      <span className="num rounded-sm bg-marker px-1.5 text-xs font-semibold text-ink">{`New, ${time}`}</span>
      <span aria-hidden className="h-px flex-1 bg-marker-edge" />
    </p>
  )
}
