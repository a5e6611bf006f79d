import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { type SendState, sendLabel } from '@foyer/contracts/campaign/sends.rules.ts'
import { barOf, count, doneOf } from './campaign-results.rules.ts'

const LOOKS: Readonly<Record<SendState, string>> = {
  delivered: 'bg-accent',
  sent: 'bg-accent/60',
  queued: 'bg-accent/35',
  unconfirmed: 'bg-auto-line',
  failed: 'bg-bad-fill',
  skipped: 'bg-warn-fill',
  cancelled: 'bg-line-strong',
  listed: 'bg-auto-fill',
  waiting: 'bg-press',
}

/** How far a campaign is: one bar of all its sends by state, with its legend. */
export function StateBar({ states, legend = true }: { states: Campaign['states']; legend?: boolean }) {
  const parts = barOf(states)
  const done = doneOf(states)
  const words = `${count(done)} of ${count(states.total)} done`
  return (
    <div>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={Math.max(states.total, 1)}
        aria-valuenow={done}
        aria-valuetext={words}
        className="flex h-2.5 gap-px overflow-hidden rounded-sm bg-press"
      >
        {parts.map(({ state, count: number }) => (
          <span
            key={state}
            className={`min-w-0.5 ${LOOKS[state]}`}
            style={{ width: `${(number / states.total) * 100}%` }}
          />
        ))}
      </div>
      {legend && (
        <ul aria-label="States" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          {parts.map(({ state, count: number }) => (
            <li key={state} className="inline-flex items-center gap-1.5">
              <span aria-hidden className={`size-2.5 rounded-xs ${LOOKS[state]}`} />
              <span>
                <b className="num font-semibold text-ink">{count(number)}</b> {sendLabel(state).toLowerCase()}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
