import type { Colleague } from '../../../parts/use-colleagues.ts'
import { StaffAvatar } from '../../../ui/staff-avatar.tsx'
import { matchingColleagues } from './mentions.rules.ts'
import { type BoxListProps, OptionList } from './option-list.tsx'

interface MentionPickerProps extends BoxListProps {
  colleagues: readonly Colleague[]
  /** The text after the @ sign. */
  typed: string
  userId: string
  onPick: (colleague: Colleague) => void
}

/** The colleagues whom a note can mention; nothing when no name matches. */
export function MentionPicker({ colleagues, typed, userId, ...list }: MentionPickerProps) {
  const found = matchingColleagues(colleagues, typed, userId)
  if (found.length === 0) return null
  return (
    <div className="absolute bottom-full left-3 z-(--z-popover) mb-1 w-72 max-w-[calc(100%-1.5rem)] rounded-lg border border-line bg-raised p-1 shadow-pop">
      <p className="px-2.5 pt-1 pb-0.5 text-xs text-muted">Tell a colleague</p>
      <OptionList
        {...list}
        label="Colleagues"
        items={found}
        keyOf={({ _id }) => _id}
        className="scrollbar-quiet max-h-96 overflow-y-auto"
      >
        {({ name }) => (
          <span className="flex items-center gap-2">
            <StaffAvatar name={name} size={24} />
            <span className="min-w-0 truncate">{name}</span>
          </span>
        )}
      </OptionList>
    </div>
  )
}
