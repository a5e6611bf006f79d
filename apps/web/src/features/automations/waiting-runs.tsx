import { TickBox } from '../../ui/tick-box.tsx'

interface WaitingRunsProps {
  /** The runs of the automation that wait. */
  count: number
  stops: boolean
  onChange: (stops: boolean) => void
}

/** Asks whether the runs of older versions that wait end with a new version. */
export function WaitingRuns({ count, stops, onChange }: WaitingRunsProps) {
  if (count === 0) return null
  return (
    <TickBox
      label={count === 1 ? 'Stop the run that waits' : `Stop the ${count.toLocaleString('en-US')} runs that wait`}
      detail="Otherwise they end by the version that began them."
      checked={stops}
      onChange={onChange}
    />
  )
}
