import { BellRing, CalendarCheck, CalendarClock } from 'lucide-react'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { useServices } from '../services.tsx'
import type { VisitActions } from './use-visit-actions.ts'
import { type ActedVisit, BEGUN, hasBegun, mayConfirm, type VisitState } from './visit-actions.rules.ts'

interface SlipButtonsProps {
  visit: ActedVisit & VisitState & { readonly startsAt: string }
  actions: VisitActions
  /** Why nothing can be changed now; undefined if it can. */
  reason: string | undefined
  onMove: () => void
}

/** The actions that staff take most with a visit to come, on its slip. */
export function SlipButtons({ visit, actions, reason, onMove }: SlipButtonsProps) {
  const remind = useRef<HTMLButtonElement>(null)
  const look = { size: 'sm', disabledReason: reason, className: 'pointer-coarse:h-11' } as const
  const busy = actions.busy.has(visit._id)
  const begun = hasBegun(visit, useNow(useServices().clock)) ? BEGUN : undefined
  return (
    <>
      {mayConfirm(visit) && (
        <ConfirmButton {...{ ...look, busy, next: remind }} onClick={() => actions.confirm([visit])} />
      )}
      <Button
        {...{ ...look, busy }}
        ref={remind}
        icon={BellRing}
        disabledReason={reason ?? begun}
        onClick={() => actions.remind([visit])}
      >
        Send reminder
      </Button>
      <Button {...look} icon={CalendarClock} onClick={onMove}>
        Reschedule
      </Button>
    </>
  )
}

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  next: { readonly current: HTMLElement | null }
}

/** It disappears when the visit is confirmed, here or by a colleague; the focus then moves to the next button. */
function ConfirmButton({ next, ...props }: ConfirmButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      if (button !== null && document.activeElement === button) next.current?.focus()
    }
  }, [next])
  return (
    <Button {...props} ref={ref} kind="primary" icon={CalendarCheck}>
      Mark confirmed
    </Button>
  )
}
