import { clsx } from 'clsx'
import { Lock, MessageSquareText } from 'lucide-react'
import { memo } from 'react'
import { TabRow } from '../../../ui/tab-row.tsx'

type Mode = 'text' | 'note'

const MODES = [
  { value: 'text', icon: MessageSquareText, label: 'Text message', short: 'Text', chosen: 'bg-selected text-link' },
  { value: 'note', icon: Lock, label: 'Internal note', short: 'Note', chosen: 'bg-note-fill text-on-accent' },
] as const

/** Switches between a text to the patient and a note to colleagues. The two look clearly different. */
export const ModeTabs = memo(function ModeTabs({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <TabRow<Mode>
      label="Write"
      value={mode}
      onChange={onChange}
      className="flex gap-0.5 max-md:gap-0 max-md:rounded-md max-md:bg-sunken max-md:p-0.5"
      entries={MODES.map(({ value, icon: Icon, label, short, chosen }) => ({
        value,
        className: clsx(
          'inline-flex h-10 items-center gap-1.5 rounded-sm px-2.5 text-sm md:h-7 md:rounded-md md:px-2 pointer-coarse:h-11 max-md:pointer-coarse:h-10',
          value === mode ? `font-medium ${chosen}` : 'text-muted hover:text-ink',
        ),
        content: (
          <>
            <Icon aria-hidden size={14} strokeWidth={1.75} />
            <span className="md:hidden" aria-hidden>
              {short}
            </span>
            <span className="max-md:sr-only">{label}</span>
          </>
        ),
      }))}
    />
  )
})
