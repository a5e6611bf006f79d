import { type SendState, type StateCounts, sendLabel } from '@foyer/contracts/campaign/sends.rules.ts'
import { clsx } from 'clsx'
import { barOf, countWords, doneOf } from './states-bar.rules.ts'

const FILLS: Readonly<Record<SendState, string>> = {
  delivered: 'bg-accent',
  sent: 'bg-accent/60',
  queued: 'bg-accent/35',
  unconfirmed: 'bg-auto-line',
  failed: 'bg-bad-fill',
  skipped: 'bg-warn-fill',
  cancelled: 'bg-control',
  listed: 'bg-auto-fill',
  waiting: 'bg-press',
}

const words = (state: SendState) => sendLabel(state).toLowerCase()

/** The shares of the states in a row of the list; they are named for those who can't see colours. */
export function StatesBar({ states }: { states: StateCounts }) {
  const named = barOf(states).map(({ state, count }) => `${countWords(count)} ${words(state)}`)
  const label = named.length === 0 ? 'Nothing was sent yet' : named.join(', ')
  return (
    <div role="img" aria-label={label} title={label}>
      <Bar states={states} />
    </div>
  )
}

/** How far a campaign is: the bar with its legend. */
export function StatesProgress({ states }: { states: StateCounts }) {
  const done = doneOf(states)
  return (
    <div>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={Math.max(states.total, 1)}
        aria-valuenow={done}
        aria-valuetext={`${countWords(done)} of ${countWords(states.total)} done`}
      >
        <Bar states={states} />
      </div>
      <ul
        aria-label="States"
        className="num mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-sm text-muted md:flex md:flex-wrap"
      >
        {barOf(states).map(({ state, count }) => (
          <li key={state} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={clsx('size-2.5 rounded-xs', FILLS[state])} />
            <span>
              <b className="font-semibold text-ink">{countWords(count)}</b> {words(state)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Bar({ states }: { states: StateCounts }) {
  return (
    <div className="flex h-2.5 gap-px overflow-hidden rounded-xs bg-sunken">
      {barOf(states).map(({ state, count }) => (
        <span key={state} style={{ flexGrow: count }} className={clsx('min-w-0.5 basis-0', FILLS[state])} />
      ))}
    </div>
  )
}
