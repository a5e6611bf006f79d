import { clsx } from 'clsx'
import {
  CalendarDays,
  ClockAlert,
  ConciergeBell,
  Flag,
  type LucideIcon,
  MessageCircle,
  MessageCircleQuestion,
  Pill,
  ReceiptText,
} from 'lucide-react'
import { Link } from '../../ui/link.tsx'
import { type Bounds, boundWords, countWords, lateWords, type RequestGroup, type Tier } from './board-view.rules.ts'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  appointment: CalendarDays,
  prescription: Pill,
  concierge: ConciergeBell,
  billing: ReceiptText,
  other: MessageCircleQuestion,
}

/** More squares than this are a bar. */
const SQUARES_MAX = 12

const FILLS: Readonly<Record<Tier, string>> = { 0: 'bg-petrol-300', 1: 'bg-amber-300', 2: 'bg-brick-400' }
const MARKS: Readonly<Record<Tier, LucideIcon | null>> = { 0: null, 1: ClockAlert, 2: Flag }

interface WaitingByRequestProps {
  readonly groups: readonly RequestGroup[]
  readonly total: number
  /** More patients wait than those of the groups. */
  readonly moreWait: boolean
  readonly bounds: Bounds
}

/** How many patients wait, for what and for how long. */
export function WaitingByRequest({ groups, total, moreWait, bounds }: WaitingByRequestProps) {
  const { lateMinutes, overdueMinutes } = bounds
  const late = groups.flatMap(({ tiers }) => tiers).filter((tier) => tier > 0).length
  return (
    <section aria-labelledby="waiting-heading" className="flex min-w-0 flex-col gap-[1.5em]">
      <h2 id="waiting-heading">
        <Link to="/inbox?sort=waiting" className="inline-flex flex-wrap items-end gap-[1em] rounded-lg hover:bg-hover">
          <span
            data-waiting={total}
            className={clsx(
              'num narrower leading-[0.8] font-semibold tracking-[-0.03em]',
              total > 999 ? 'text-[6em]' : 'text-[10em]',
            )}
          >
            {countWords(total, moreWait)}
          </span>
          <span className="pb-[0.25em]">
            <span className="block text-[2.25em] leading-[1.1] font-semibold tracking-tight">waiting for a reply</span>
            {late > 0 && (
              <span className="num mt-[0.5em] flex items-center gap-[0.4em] text-[1.5em] font-semibold text-warn-text">
                <ClockAlert aria-hidden className="size-[1em]" strokeWidth={2.2} />
                {countWords(late, moreWait && late === total)} past {boundWords(lateMinutes)}
              </span>
            )}
          </span>
        </Link>
      </h2>
      {total === 0 ? (
        <p className="text-[1.25em] text-muted">Nobody waits for a reply.</p>
      ) : (
        <ul aria-label="Waiting by request" className="space-y-[0.6em]">
          {groups.map((group) => (
            <Group key={group.type} {...{ group, moreWait, bounds }} />
          ))}
        </ul>
      )}
      <p className="mt-auto flex flex-wrap gap-x-[1.5em] gap-y-[0.5em] text-muted">
        <Key tier={0}>{`under ${lateMinutes} min`}</Key>
        <Key tier={1}>{`${lateMinutes} to ${overdueMinutes} min`}</Key>
        <Key tier={2}>{`over ${boundWords(overdueMinutes)}`}</Key>
      </p>
    </section>
  )
}

interface GroupProps extends Pick<WaitingByRequestProps, 'moreWait' | 'bounds'> {
  readonly group: RequestGroup
}

function Group({ group: { type, label, tiers }, moreWait, bounds }: GroupProps) {
  const Icon = ICONS[type ?? ''] ?? MessageCircle
  const late = lateWords(tiers, bounds)
  return (
    <li
      data-request={type ?? 'none'}
      className="flex flex-wrap items-center gap-x-[0.75em] gap-y-[0.25em] @lg:flex-nowrap"
    >
      <span className="flex w-[9.5em] items-center gap-[0.6em] text-[1.5em]">
        <Icon aria-hidden className="size-[1.1em] shrink-0 text-muted" strokeWidth={1.75} />
        {label}
      </span>
      <span className="num narrow min-w-[1.5em] text-right text-[2em] leading-none font-semibold">
        {countWords(tiers.length, moreWait)}
      </span>
      {late !== '' && <span className="sr-only">{late}</span>}
      {tiers.length > SQUARES_MAX ? <Bar tiers={tiers} /> : <Squares tiers={tiers} />}
    </li>
  )
}

function Squares({ tiers }: Pick<RequestGroup, 'tiers'>) {
  return (
    <span aria-hidden className="flex flex-wrap gap-[0.3em]">
      {tiers.map((tier, place) => (
        <Square key={place} tier={tier} />
      ))}
    </span>
  )
}

/** The share of each tier, the longest waits first. */
function Bar({ tiers }: Pick<RequestGroup, 'tiers'>) {
  return (
    <span aria-hidden className="flex h-[2.4em] min-w-[8em] flex-1 gap-[0.15em] overflow-hidden rounded-sm">
      {([2, 1, 0] as const).map((tier) => {
        const count = tiers.filter((one) => one === tier).length
        return count > 0 && <span key={tier} className={FILLS[tier]} style={{ flexGrow: count }} />
      })}
    </span>
  )
}

function Square({ tier, small = false }: { tier: Tier; small?: boolean }) {
  const Mark = MARKS[tier]
  return (
    <span
      className={clsx(
        'grid place-items-center rounded-sm text-pewter-950',
        small ? 'size-[1.1em]' : 'size-[2.4em]',
        FILLS[tier],
      )}
    >
      {Mark && <Mark className={small ? 'size-[0.8em]' : 'size-[1.2em]'} strokeWidth={2.2} />}
    </span>
  )
}

function Key({ tier, children }: { tier: Tier; children: string }) {
  return (
    <span className="flex items-center gap-[0.5em]">
      <span aria-hidden>
        <Square tier={tier} small />
      </span>
      {children}
    </span>
  )
}
