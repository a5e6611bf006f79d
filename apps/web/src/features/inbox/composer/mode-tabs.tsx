import { clsx } from 'clsx'
import { Lock, MessageSquareText } from 'lucide-react'
import { TabRow } from '../list/tab-row.tsx'

type Mode = 'text' | 'note'

const MODES = [
  { value: 'text', icon: MessageSquareText, label: 'Text', rest: ' message', chosen: 'bg-selected text-link' },
  { value: 'note', icon: Lock, label: 'Internal note', rest: '', chosen: 'bg-note-fill text-on-accent' },
] as const

/** To the patient or to colleagues: told apart at arm's length. */
export function ModeTabs({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <TabRow<Mode>
      label="Write"
      value={mode}
      onChange={onChange}
      className="flex gap-0.5"
      entries={MODES.map(({ value, icon: Icon, label, rest, chosen }) => ({
        value,
        className: clsx(
          'inline-flex h-9 items-center gap-1.5 rounded-md px-2 text-sm md:h-7',
          value === mode ? `font-medium ${chosen}` : 'text-muted hover:text-ink',
        ),
        content: (
          <>
            <Icon aria-hidden size={14} strokeWidth={1.75} />
            <span>
              {label}
              {rest}
            </span>
          </>
        ),
      }))}
    />
  )
}
