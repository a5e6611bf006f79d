import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { CalendarCheck, CalendarClock, MessageCircleQuestionMark, X } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { focusMessages } from '../list/row-focus.ts'
import { type UnclearReply, visitTime } from './family.rules.ts'
import type { Decision, useSettle } from './use-settle.ts'

interface UnclearReplyProps {
  reply: UnclearReply
  /** The patient's words; undefined if the message is not loaded. */
  text: string | undefined
  /** By the id of the patient; said where several share the number. */
  names: ReadonlyMap<string, string>
  today: string
  settling: ReturnType<typeof useSettle>
  /** Why nothing can be decided now; undefined if it can. */
  reason: string | undefined
}

/** A reply that a person has to sort: what it says about each visit that the patient was asked about. */
export function UnclearReplyNotice({ reply, text, names, today, settling, reason }: UnclearReplyProps) {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const section = box.current
    return () => {
      if (section?.contains(document.activeElement)) focusMessages()
    }
  }, [])
  return (
    <section ref={box} aria-label="Unclear reply" className="flex gap-2 bg-warn px-4 py-2.5 text-sm">
      <MessageCircleQuestionMark aria-hidden size={16} className="mt-0.5 shrink-0 text-warn-text" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-warn-text wrap-anywhere">
          {text === undefined || text === ''
            ? 'A reply to a reminder is not clear.'
            : `“${shortened(text)}” is not clear.`}
        </p>
        {reply.visits.map((visit) => (
          <VisitAnswers key={visit._id} {...{ visit, names, today, settling, reason }} messageId={reply.messageId} />
        ))}
      </div>
    </section>
  )
}

const SHOWN_MAX = 80

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= SHOWN_MAX ? line : `${line.slice(0, SHOWN_MAX - 1).trimEnd()}…`
}

const ANSWERS = [
  { as: 'confirm', label: 'Confirm', icon: CalendarCheck },
  { as: 'reschedule', label: 'Reschedule', icon: CalendarClock },
  { as: 'none', label: 'Neither', icon: X },
] as const satisfies readonly { as: Decision; label: string; icon: typeof X }[]

interface VisitAnswersProps extends Pick<UnclearReplyProps, 'names' | 'today' | 'settling' | 'reason'> {
  visit: Appointment
  messageId: string
}

function VisitAnswers({ visit, messageId, names, today, settling, reason }: VisitAnswersProps) {
  const { asked, settle } = settling
  const about = useId()
  const whose = names.size > 1 ? names.get(visit.patientId) : undefined
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p id={about} className="min-w-40 flex-1 wrap-anywhere">
        {`${whose === undefined ? '' : `${whose}: `}${visitTime(visit, today)}, ${visit.providerName}`}
      </p>
      <fieldset aria-labelledby={about} className="flex flex-wrap gap-2">
        {ANSWERS.map(({ as, label, icon }) => (
          <Button
            key={as}
            size="sm"
            icon={icon}
            busy={asked?.visitId === visit._id && asked.as === as}
            disabledReason={reason}
            onClick={() => void settle(messageId, visit, as)}
            className="pointer-coarse:h-11"
          >
            {label}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
