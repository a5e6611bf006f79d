import { UserRoundCheck } from 'lucide-react'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'

interface NextBarProps {
  /** Another person or tab has the conversation now. */
  lost: boolean
  offline: boolean
  onNext: () => void
}

/** Above the messages of the conversation that "Next patient" opened. */
export function NextBar({ lost, offline, onNext }: NextBarProps) {
  return (
    <section
      aria-label="Next patient"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-auto px-4 py-1.5 text-sm text-auto-text"
    >
      <UserRoundCheck aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      <p className="min-w-0 flex-1">
        {lost ? 'This conversation may be with a colleague now.' : 'You’re on it. Colleagues see that you are.'}
      </p>
      <Button
        size="sm"
        aria-keyshortcuts="Shift+N"
        onClick={onNext}
        disabledReason={offlineReason(offline, 'The next patient')}
      >
        Skip
      </Button>
    </section>
  )
}
