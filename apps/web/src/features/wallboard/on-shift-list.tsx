import { clsx } from 'clsx'
import { Hourglass, Keyboard, type LucideIcon, Phone, UserCheck } from 'lucide-react'
import type { OnShift } from './board-view.rules.ts'

const LOOKS: Readonly<Record<OnShift['doing'], readonly [LucideIcon, string]>> = {
  replying: [Keyboard, 'text-ok-text'],
  on: [UserCheck, 'text-muted'],
  call: [Phone, 'text-muted'],
  break: [Hourglass, 'text-muted'],
  off: [UserCheck, 'text-muted'],
}

/** Lists who is on shift, what they do and how many open conversations are theirs. */
export function OnShiftList({ desks }: { desks: readonly OnShift[] }) {
  return (
    <section aria-labelledby="shift-heading" className="min-w-0">
      <h2 id="shift-heading" className="sr-only">
        On shift
      </h2>
      {desks.length === 0 ? (
        <p className="rounded-lg bg-surface px-[1em] py-[0.9em] text-muted">Nobody is on shift.</p>
      ) : (
        <ul
          aria-labelledby="shift-heading"
          className="grid grid-cols-[repeat(auto-fill,minmax(min(15em,100%),1fr))] gap-[0.75em]"
        >
          {desks.map((desk) => (
            <Desk key={desk.userId} desk={desk} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Desk({ desk: { userId, name, initials, doing, words, open } }: { desk: OnShift }) {
  const [Icon, colour] = LOOKS[doing] ?? LOOKS.on
  return (
    <li
      data-user-id={userId}
      data-doing={doing}
      className="flex items-center gap-[0.75em] rounded-lg bg-surface px-[1em] py-[0.75em]"
    >
      <span
        aria-hidden
        className="narrow inline-grid size-[2.6em] shrink-0 place-items-center rounded-full bg-press font-semibold"
      >
        {initials}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className={clsx('num flex items-center gap-[0.4em]', colour)}>
          <Icon aria-hidden className="size-[1.1em] shrink-0" strokeWidth={1.75} />
          {words}
        </span>
      </span>
      <span className="num narrow text-right">
        <span className="block text-[1.5em] leading-none font-semibold">{open}</span>
        <span className="text-muted">open</span>
      </span>
    </li>
  )
}
