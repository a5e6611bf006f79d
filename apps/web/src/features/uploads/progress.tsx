interface ProgressProps {
  /** The accessible name. */
  label: string
  /** "Importing 400 of 1,832" */
  words: string
  /** From 0 to 1; null while it is not known. */
  share: number | null
}

/** How far some work is, as a bar and in words. */
export function Progress({ label, words, share }: ProgressProps) {
  const percent = share === null ? null : Math.round(share * 100)
  return (
    <div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== null && { 'aria-valuenow': percent })}
        aria-valuetext={words}
        className="h-2 overflow-hidden rounded-sm bg-press"
      >
        <div className="h-full rounded-sm bg-accent" style={{ width: `${percent ?? 0}%` }} />
      </div>
      <p className="num mt-1.5 text-sm text-muted">{words}</p>
    </div>
  )
}
