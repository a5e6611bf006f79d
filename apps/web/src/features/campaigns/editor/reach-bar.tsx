import type { CountedAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import { type SkipReason, skipLabel } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import type { CampaignType } from '@foyer/contracts/campaign/steps.rules.ts'
import { clsx } from 'clsx'
import { countWords } from '../../../parts/campaigns/states-bar.rules.ts'

interface ReachBarProps {
  counted: CountedAudience
  type: CampaignType
  /** A newer count is under way. */
  isBehind: boolean
  /** Opens the list of those who get it (null), or of those who are left out for a reason. */
  onOpen: (reason: SkipReason | null) => void
}

/** The reasons take turns, the most frequent first. */
const FILLS = ['bg-warn-fill', 'bg-bad-fill', 'bg-auto-fill', 'bg-control']

/** "1,102 of 1,284 matching patients will get this text", and why the others won't. */
export function ReachBar({ counted: { matching, willGet, skipped }, type, isBehind, onOpen }: ReachBarProps) {
  const what = type === 'SMS' ? 'text' : 'email'
  const left = skipped.filter(({ count }) => count > 0)
  return (
    <div aria-busy={isBehind || undefined}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p role="status" aria-label="Recipients" className="num text-sm">
          <b className="mr-0.5 text-2xl font-bold tracking-tight">{countWords(willGet)}</b>
          {` of ${countWords(matching)} matching ${matching === 1 ? 'patient' : 'patients'} will get this ${what}`}
        </p>
        <button
          type="button"
          onClick={() => onOpen(null)}
          className="inline-flex min-h-6 items-center text-sm font-medium text-link underline pointer-coarse:min-h-11"
        >
          See the list
        </button>
      </div>
      <div
        aria-hidden
        className={clsx(
          'mt-2 flex h-3 gap-0.5 overflow-hidden rounded-xs bg-sunken transition-opacity duration-(--duration-hover)',
          isBehind && 'opacity-60',
        )}
      >
        <span style={{ flexGrow: willGet }} className="basis-0 bg-accent" />
        {left.map(({ reason, count }, place) => (
          <span
            key={reason}
            style={{ flexGrow: count }}
            className={clsx('min-w-0.5 basis-0', FILLS[place % FILLS.length])}
          />
        ))}
      </div>
      <ul aria-label="Who gets it and who does not" className="num mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <li>
          <Legend fill="bg-accent" count={willGet} words="will get it" onOpen={() => onOpen(null)} />
        </li>
        {left.map(({ reason, count }, place) => (
          <li key={reason}>
            <Legend
              fill={FILLS[place % FILLS.length] ?? ''}
              words={skipLabel(reason)}
              onOpen={() => onOpen(reason)}
              count={count}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface LegendProps {
  fill: string
  count: number
  words: string
  onOpen: () => void
}

function Legend({ fill, count, words, onOpen }: LegendProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="inline-flex min-h-6 items-center gap-1.5 text-left hover:underline pointer-coarse:min-h-11"
    >
      <span aria-hidden className={clsx('size-3 shrink-0 rounded-xs', fill)} />
      <b className="font-semibold">{countWords(count)}</b> <span className="text-muted">{words}</span>
    </button>
  )
}
