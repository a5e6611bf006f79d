import { useSelector } from '@xstate/react'
import { ChevronLeft, CircleAlert, CircleCheck, type LucideIcon } from 'lucide-react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { endWords } from './end-words.rules.ts'
import type { NextPatientActor } from './next-patient.machine.ts'

export interface NextEndProps {
  walk: NextPatientActor
  offline: boolean
  onNext: () => void
}

/** In place of a conversation: the next one is on its way, nobody waits, or the call failed. */
export function NextEnd({ walk, offline, onNext }: NextEndProps) {
  const { value, context } = useSelector(walk, (snapshot) => snapshot)
  const again = (label: string) => (
    <Button
      kind={value === 'failed' ? 'primary' : 'default'}
      aria-keyshortcuts="Shift+N"
      onClick={onNext}
      disabledReason={offlineReason(offline, 'The next patient')}
    >
      {label}
    </Button>
  )
  const passedOver = context.skipped.length
  return (
    <section
      aria-label="Next patient"
      data-pane="thread"
      className="flex min-w-0 flex-1 flex-col bg-surface max-md:absolute max-md:inset-0"
    >
      <div className="p-1.5 md:hidden">
        <IconButton
          icon={ChevronLeft}
          label="Back to the list"
          size="touch"
          onClick={() => walk.send({ type: 'ended' })}
        />
      </div>
      {value === 'asking' && (
        <div className="flex flex-1 flex-col items-center justify-center gap-3 text-sm text-muted" role="status">
          <Spinner size={20} />
          Finding who has waited longest
        </div>
      )}
      {value === 'finished' && (
        <Said icon={CircleCheck} role="status" {...endWords(context.done, passedOver)}>
          {again(passedOver === 0 ? 'Check again' : 'Show them again')}
        </Said>
      )}
      {value === 'failed' && (
        <Said
          icon={CircleAlert}
          role="alert"
          title="The next patient did not open"
          detail={failureMessage(context.error)}
        >
          {again('Try again')}
        </Said>
      )}
    </section>
  )
}

interface SaidProps {
  icon: LucideIcon
  role: 'status' | 'alert'
  title: string
  detail: string
  children: React.ReactNode
}

function Said({ icon: Icon, role, title, detail, children }: SaidProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center px-8 text-center">
      <Icon aria-hidden size={32} strokeWidth={1.25} className="text-subtle" />
      <div role={role}>
        <p className="mt-3 text-md font-semibold tracking-tight">{title}</p>
        <p className="mt-1 max-w-90 text-sm text-muted">{detail}</p>
      </div>
      <div className="mt-4">{children}</div>
    </div>
  )
}
