import { clsx } from 'clsx'
import { FileQuestionMark, type LucideIcon, MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'

/** Beside the list while no conversation is open. */
export function NothingOpen({ offline, onNext }: { offline: boolean; onNext: () => void }) {
  return (
    <Blank
      icon={MessagesSquare}
      title="No conversation is open"
      className="max-md:hidden"
      foot={
        <Button
          aria-keyshortcuts="Shift+N"
          onClick={onNext}
          disabledReason={offlineReason(offline, 'The next patient')}
        >
          Next patient
        </Button>
      }
    >
      Choose one from the list, or take the patient who waits longest.
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
  foot?: ReactNode
}

function Blank({ icon: Icon, title, children, className, foot }: BlankProps) {
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
      {foot && <div className="mt-4">{foot}</div>}
    </div>
  )
}
