import { CircleHelp } from 'lucide-react'
import { useLocation } from 'react-router'
import type { RailItem } from '../parts/feature.ts'
import { useKeyboard } from '../parts/keyboard.tsx'
import { CountPill } from '../ui/count-pill.tsx'
import { Link } from '../ui/link.tsx'
import { Logo } from '../ui/logo.tsx'
import { beyondBar, currentOf, markedOf } from './rail.rules.ts'
import { RailMore } from './rail-more.tsx'
import { useCount } from './use-count.ts'

/** The main navigation: a labelled rail on wide windows, icons on narrower ones, a bar at the bottom of a phone. */
export function Rail({ items }: { items: readonly RailItem[] }) {
  const { pathname, search } = useLocation()
  const { commands } = useKeyboard()
  const marked = markedOf(items, pathname, search)
  const beyond = beyondBar(items)
  return (
    <nav
      aria-label="Main"
      className="z-(--z-rail) flex shrink-0 max-md:order-last max-md:border-t max-md:border-line max-md:bg-surface max-md:px-1 max-md:pb-[env(safe-area-inset-bottom)] max-md:group-has-data-[pane=thread]/shell:hidden md:w-14 md:flex-col md:bg-rail md:text-rail-text lg:w-rail"
    >
      <Link to="/" aria-label="Foyer, home" className="hidden h-topbar place-items-center md:grid">
        <Logo height={30} />
      </Link>
      <ul className="flex min-h-0 min-w-0 flex-1 md:flex-col md:gap-px md:overflow-x-hidden md:overflow-y-auto md:pt-1.5 md:pl-1.5">
        {items
          .filter(({ at }) => at === 'top')
          .map((item) => (
            <li key={item.to} className={beyond.includes(item) ? 'max-md:hidden' : 'max-md:min-w-0 max-md:flex-1'}>
              <RailLink item={item} isCurrent={item.to === marked} />
            </li>
          ))}
        {beyond.length > 0 && (
          <li className="min-w-0 flex-1 md:hidden">
            <RailMore
              {...{ items: beyond, marked, current: currentOf(items, pathname, search) }}
              className={LOOK}
              wordClassName={WORDS}
            />
          </li>
        )}
      </ul>
      <div className="hidden pb-2 pl-1.5 md:block">
        <button type="button" aria-haspopup="dialog" onClick={() => commands.run('help')} className={`${LOOK} w-full`}>
          <CircleHelp aria-hidden className="size-5" strokeWidth={1.75} />
          <span className={WORDS}>Help</span>
        </button>
        {items
          .filter(({ at }) => at === 'foot')
          .map((item) => (
            <RailLink key={item.to} item={item} isCurrent={item.to === marked} />
          ))}
      </div>
    </nav>
  )
}

const LOOK =
  'focus-inset group relative flex h-14 flex-col items-center justify-center gap-1 text-muted aria-[current=page]:text-link md:h-11 md:rounded-l-lg md:pr-1.5 md:text-rail-text md:hover:bg-rail-hover md:aria-[current=page]:bg-surface md:aria-[current=page]:text-ink lg:h-[clamp(2.75rem,5.3svh,3.375rem)]'
const WORDS =
  'text-2xs font-medium max-md:narrow group-aria-[current=page]:font-semibold md:sr-only lg:not-sr-only lg:narrower lg:text-[11.5px]/[12px]'

function RailLink({ item: { label, to, icon: Icon, count }, isCurrent }: { item: RailItem; isCurrent: boolean }) {
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={LOOK}>
      <span className="relative">
        <Icon aria-hidden className="size-5.5 md:size-5" strokeWidth={1.75} />
        {count && <RailCount {...count} />}
      </span>
      <span className={WORDS}>{label}</span>
    </Link>
  )
}

function RailCount({ name, word }: NonNullable<RailItem['count']>) {
  return <CountPill count={useCount(name)} label={word} className="absolute -top-2 left-3" />
}
