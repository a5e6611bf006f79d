import type { Sort } from '@foyer/contracts/inbox/status.rules.ts'
import { ArrowDownWideNarrow } from 'lucide-react'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Menu } from '../../../ui/menu.tsx'

const SORTS: { value: Sort; label: string; detail: string }[] = [
  { value: 'newest', label: 'Newest first', detail: 'Every conversation, by its last message' },
  { value: 'waiting', label: 'Longest waiting first', detail: 'Only those in which a patient waits for an answer' },
]

/** The order of the list. Its button stands out when the order is not the default. */
export function SortMenu({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const chosen = SORTS.find(({ value }) => value === sort)?.label ?? sort
  return (
    <Menu
      label={`Order: ${chosen}`}
      content={<ArrowDownWideNarrow aria-hidden size={16} strokeWidth={1.75} />}
      className={`${squareLook('ghost', 'md')} pointer-coarse:size-11 ${sort === 'newest' ? '' : 'bg-selected text-link'}`}
      align="end"
      entries={SORTS.map(({ value, label, detail }) => ({
        label,
        detail,
        chosen: value === sort,
        onSelect: () => onSort(value),
      }))}
    />
  )
}
