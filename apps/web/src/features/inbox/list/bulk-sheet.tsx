import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { BulkListOf } from './bulk-entries.ts'

interface BulkSheetProps {
  lists: readonly BulkListOf[]
  more: readonly MenuEntry[]
  onClose: () => void
}

const ROW = 'flex min-h-12 w-full items-center gap-3 rounded-md px-3 text-left text-base hover:bg-hover'

/** The actions on the selected conversations, on a phone: the names of the lists, then the entries of one. */
export function BulkSheet({ lists, more, onClose }: BulkSheetProps) {
  const [name, setName] = useState<BulkListOf['name'] | null>(null)
  const list = lists.find((one) => one.name === name)
  const entry = ({ label, detail, icon: Icon, onSelect }: MenuEntry) => (
    <Row
      key={label}
      onPress={() => {
        onSelect()
        onClose()
      }}
    >
      {Icon && <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-muted" />}
      <span className="min-w-0 flex-1">
        <span className="block">{label}</span>
        {detail && <span className="block text-sm text-muted">{detail}</span>}
      </span>
    </Row>
  )
  return (
    <Sheet open onClose={onClose} title={list?.heading ?? 'Actions'}>
      <div className="p-2">
        {list ? (
          <>
            {list.entries.map(entry)}
            <Row onPress={() => setName(null)}>
              <ChevronLeft aria-hidden size={18} className="shrink-0 text-muted" />
              All actions
            </Row>
          </>
        ) : (
          <>
            {lists.map((one) => (
              <Row key={one.name} onPress={() => setName(one.name)}>
                <span className="flex-1">{one.word}</span>
                <ChevronRight aria-hidden size={18} className="shrink-0 text-muted" />
              </Row>
            ))}
            {more.map(entry)}
          </>
        )}
      </div>
    </Sheet>
  )
}

function Row({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onPress} className={ROW}>
      {children}
    </button>
  )
}
