import type { RailItem } from '../parts/feature.ts'
import { CountPill } from '../ui/count-pill.tsx'
import { Link } from '../ui/link.tsx'
import { OverlayPanel } from '../ui/overlay-panel.tsx'
import { useCount } from './use-count.ts'

interface RailSheetProps {
  items: readonly RailItem[]
  /** The address of the current item. */
  current: string | null
  onClose: () => void
}

/** The items of the rail that have no place in the bar of a phone. */
export function RailSheet({ items, current, onClose }: RailSheetProps) {
  const first = items.find(({ to }) => to === current) ?? items[0]
  return (
    <OverlayPanel from="below" title="More" onClose={onClose}>
      <nav aria-label="More">
        <ul className="p-2">
          {items.map((item) => (
            <li key={item.to}>
              <SheetLink item={item} isCurrent={item.to === current} isFirst={item === first} onFollow={onClose} />
            </li>
          ))}
        </ul>
      </nav>
    </OverlayPanel>
  )
}

interface SheetLinkProps {
  item: RailItem
  isCurrent: boolean
  /** The focus begins here. */
  isFirst: boolean
  onFollow: () => void
}

function SheetLink({ item: { label, to, icon: Icon, count }, isCurrent, isFirst, onFollow }: SheetLinkProps) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      data-autofocus={isFirst || undefined}
      onClick={onFollow}
      className="focus-inset group flex min-h-12 items-center gap-3 rounded-md px-3 text-md hover:bg-hover aria-[current=page]:bg-selected aria-[current=page]:font-semibold"
    >
      <Icon
        aria-hidden
        size={20}
        strokeWidth={1.75}
        className="shrink-0 text-muted group-aria-[current=page]:text-link"
      />
      <span className="min-w-0 flex-1">{label}</span>
      {count && <SheetCount {...count} />}
    </Link>
  )
}

function SheetCount({ name, word }: NonNullable<RailItem['count']>) {
  return <CountPill count={useCount(name)} label={word} kind="neutral" />
}
