import { CopyCheck, Plus } from 'lucide-react'
import { Button } from '../ui/button.tsx'

interface DayButtonsProps {
  /** The name of the weekday. */
  title: string
  isClosed: boolean
  /** Null if the day takes no other part. */
  onAdd: (() => void) | null
  /** Null for the days that have nothing to copy. */
  onCopy: (() => void) | null
}

/** The buttons beneath the hours of a weekday: open it or add a part, and copy Monday to the days after it. */
export function DayButtons({ title, isClosed, onAdd, onCopy }: DayButtonsProps) {
  return (
    <div className="-ml-2 flex flex-wrap gap-1">
      {onAdd && (
        <Button
          kind="ghost"
          size="sm"
          icon={Plus}
          aria-label={isClosed ? `Open on ${title}` : `Add a part of ${title}`}
          onClick={onAdd}
        >
          {isClosed ? 'Open' : 'Add a part'}
        </Button>
      )}
      {onCopy && (
        <Button kind="ghost" size="sm" icon={CopyCheck} onClick={onCopy}>
          Copy to Tuesday to Friday
        </Button>
      )}
    </div>
  )
}
