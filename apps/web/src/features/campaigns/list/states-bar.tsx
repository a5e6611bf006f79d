import { type SendState, type StateCounts, sendLabel } from '@foyer/contracts/campaign/sends.rules.ts'
import { clsx } from 'clsx'
import { barOf, countWords } from './campaign-row.rules.ts'

const FILLS: Readonly<Record<SendState, string>> = {
  delivered: 'bg-accent',
  sent: 'bg-accent/60',
  unconfirmed: 'bg-auto-fill',
  failed: 'bg-bad-fill',
  queued: 'bg-warn-fill',
  waiting: 'bg-press',
  cancelled: 'border border-control bg-surface',
  listed: 'bg-note-fill',
  skipped: 'border border-line-strong bg-sunken',
}

/** The shares of the states; each one is named for those who can't see colours. */
export function StatesBar({ states }: { states: StateCounts }) {
  const parts = barOf(states)
  const words = parts.map(({ state, count }) => `${countWords(count)} ${sendLabel(state).toLowerCase()}`).join(', ')
  return (
    <div
      role="img"
      aria-label={words === '' ? 'Nothing was sent yet' : words}
      title={words}
      className="flex h-2 w-full gap-px overflow-hidden rounded-xs bg-sunken"
    >
      {parts.map(({ state, count }) => (
        <span key={state} style={{ flexGrow: count }} className={clsx('min-w-0.5 basis-0', FILLS[state])} />
      ))}
    </div>
  )
}
