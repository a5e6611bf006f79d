import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import { segmentsOf } from '@foyer/contracts/outreach/segments.rules.ts'
import { CircleAlert, Lock, Split } from 'lucide-react'

interface SegmentCounterProps {
  text: string
  note: boolean
}

/** The cost of a text, in amber from the second segment on. A note costs nothing, so it says who can read it. */
export function SegmentCounter({ text, note }: SegmentCounterProps) {
  const length = text.trim().length
  if (length > MESSAGE_MAX) {
    return (
      <Line look="font-medium text-bad-text" icon={<CircleAlert aria-hidden size={13} />}>
        {`${length.toLocaleString('en-US')} of ${MESSAGE_MAX.toLocaleString('en-US')} characters`}
      </Line>
    )
  }
  if (note) {
    return (
      <Line look="text-note-text" icon={<Lock aria-hidden size={13} />}>
        Patients never see this
      </Line>
    )
  }
  const { used, room, segments, wider } = segmentsOf(text)
  if (segments > 1) {
    const cost = `${segments} segments, ${used} characters`
    return (
      <Line look="font-medium text-warn-text" icon={<Split aria-hidden size={13} />}>
        {wider ? `Emoji makes this ${cost}` : cost}
      </Line>
    )
  }
  return (
    <Line look="text-muted">
      <b className="font-semibold text-ink">{used}</b>
      {` of ${room} characters`}
      {used > 0 && <span className="md:max-lg:hidden"> · 1 segment</span>}
    </Line>
  )
}

interface LineProps {
  look: string
  icon?: React.ReactNode
  children: React.ReactNode
}

function Line({ look, icon, children }: LineProps) {
  return (
    <span className={`num inline-flex items-center gap-1 text-xs ${look}`}>
      {icon}
      <span>{children}</span>
    </span>
  )
}
