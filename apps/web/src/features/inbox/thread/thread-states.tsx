import { clsx } from 'clsx'
import { FileQuestionMark, type LucideIcon, MessagesSquare } from 'lucide-react'

/** Beside the list while no conversation is open. */
export function NothingOpen() {
  return (
    <Blank icon={MessagesSquare} title="No conversation is open" className="max-md:hidden">
      Choose one from the list. ↑ and ↓ move, Enter opens it.
    </Blank>
  )
}

/** The address names a conversation that this organization doesn't have. */
export function NothingThere() {
  return (
    <div role="alert" className="flex min-h-0 flex-1">
      <Blank icon={FileQuestionMark} title="This conversation is not here">
        The link may be old, or lead to a conversation of another organization. Choose one from the list.
      </Blank>
    </div>
  )
}

interface BlankProps {
  icon: LucideIcon
  title: string
  children: string
  className?: string
}

function Blank({ icon: Icon, title, children, className }: BlankProps) {
  return (
    <div
      className={clsx(
        'flex min-w-0 flex-1 flex-col items-center justify-center bg-surface px-8 text-center',
        className,
      )}
    >
      <Icon aria-hidden size={32} strokeWidth={1.25} className="text-subtle" />
      <p className="mt-3 text-md font-semibold tracking-tight">{title}</p>
      <p className="mt-1 max-w-75 text-sm text-muted">{children}</p>
    </div>
  )
}
