import { UserRoundCheck } from 'lucide-react'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'

interface NextBarProps {
  /** Another person or tab has the conversation now. */
  lost: boolean
  /** The conversation is done, and the user still writes in it. */
  handled: boolean
  offline: boolean
  onNext: () => void
}

/** Above the messages of the conversation that "Next patient" opened. */
export function NextBar({ lost, handled, offline, onNext }: NextBarProps) {
  return (
    <section
      aria-label="Next patient"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-auto px-4 py-1.5 text-sm text-auto-text"
    >
      <UserRoundCheck aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      <p role="status" className="min-w-0 flex-1">
        {handled
          ? 'Done here. The next patient opens when you send this, or when you press Next.'
          : lost
            ? 'This conversation may be with a colleague now.'
            : 'You’re on it. Colleagues see that you are.'}
      </p>
      <Button
        size="sm"
        aria-keyshortcuts="Shift+N"
        onClick={onNext}
        disabledReason={offlineReason(offline, 'The next patient')}
      >
        {handled ? 'Next' : 'Skip'}
        {handled && (
          <kbd
            aria-hidden
            className="rounded-sm border border-line-strong px-1 font-sans text-2xs font-medium text-muted pointer-coarse:hidden"
          >
            Shift N
          </kbd>
        )}
      </Button>
    </section>
  )
}
