import { Menu as HeadlessMenu, MenuButton, MenuHeading, MenuItem, MenuItems, MenuSection } from '@headlessui/react'
import { clsx } from 'clsx'
import { Check, type LucideIcon } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { type TriggerLook, useOpenAtOnce } from './deferred-trigger.tsx'
import { POPOVER } from './popover-look.rules.ts'
import { PopoverScrim } from './popover-scrim.tsx'

export interface MenuEntry {
  label: string
  onSelect: () => void
  /** A second, quieter line. */
  detail?: string
  icon?: LucideIcon
  /** Whether this is the current choice; undefined if the menu is not a choice. */
  chosen?: boolean
  danger?: boolean
  /** Why the entry can't be chosen now; it is shown instead of the detail, and the entry stays reachable by keyboard. */
  disabledReason?: string | undefined
  /** Draws a line above the entry. */
  separated?: boolean
}

export interface MenuProps extends TriggerLook {
  entries: readonly MenuEntry[]
  /** The edge of the button to which the menu is aligned. */
  align?: 'start' | 'end'
  /** A title above the entries. */
  heading?: string
}

export function MenuPanel({ label, content, className, tabIndex, entries, align = 'start', heading }: MenuProps) {
  const button = useOpenAtOnce()
  return (
    <HeadlessMenu>
      {({ open }) => (
        <>
          <MenuButton ref={button} aria-label={label} className={className} tabIndex={tabIndex}>
            {content}
          </MenuButton>
          <MenuItems
            modal={false}
            anchor={{ to: `bottom ${align}`, gap: 4, padding: 8 }}
            className={`${POPOVER} min-w-48`}
          >
            <FocusKept button={button} />
            <MenuSection>
              {heading && (
                <MenuHeading className="px-2.5 pt-1.5 pb-1 text-xs text-subtle max-md:pb-2 max-md:text-sm">
                  {heading}
                </MenuHeading>
              )}
              {entries.map((entry, place) => (
                // Two saved views may have one name.
                <Entry key={`${place} ${entry.label}`} entry={entry} />
              ))}
            </MenuSection>
          </MenuItems>
          {open && <PopoverScrim />}
        </>
      )}
    </HeadlessMenu>
  )
}

/**
 * Returns the focus to the button on unmount. Headless UI does this too, but checks one frame after the choice whether
 * anything has the focus. On a busy machine the closing menu still has it then, and afterwards nothing does.
 */
function FocusKept({ button }: { button: RefObject<HTMLElement | null> }) {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
      })
    },
    [button],
  )
  return null
}

function Entry({ entry }: { entry: MenuEntry }) {
  const { label, icon: Icon, chosen, danger, separated, onSelect, disabledReason } = entry
  const detail = disabledReason ?? entry.detail
  return (
    <>
      {separated && <hr className="my-1 border-line" />}
      <MenuItem>
        <button
          type="button"
          onClick={(event) => (disabledReason === undefined ? onSelect() : event.preventDefault())}
          aria-disabled={disabledReason !== undefined || undefined}
          aria-current={chosen || undefined}
          className={clsx(
            'flex min-h-8 w-full items-center gap-2 rounded-sm px-2.5 py-1.5 text-left text-sm data-focus:bg-selected-soft pointer-coarse:min-h-11',
            danger ? 'text-bad-text' : disabledReason === undefined ? 'text-ink' : 'cursor-default text-muted',
          )}
        >
          {Icon && <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />}
          <span className="min-w-0 flex-1">
            <span className="block">{label}</span>
            {detail && <span className="block text-xs text-muted">{detail}</span>}
          </span>
          {chosen !== undefined && (
            <Check aria-hidden size={16} className={clsx('shrink-0 text-link', !chosen && 'invisible')} />
          )}
        </button>
      </MenuItem>
    </>
  )
}
