import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { collisionsIn } from '@foyer/contracts/outreach/reply-words.rules.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { isolated } from '../../lib/isolated.rules.ts'
import type { Clinic } from '../../parts/campaigns/clinic.ts'
import type { Refusals } from '../../parts/failure-message.rules.ts'
import { Form, Problem, Submit } from '../../parts/form/form.tsx'
import { FormField, FormTextArea } from '../../parts/form/form-fields.tsx'
import { UnsavedGuard } from '../../parts/form/unsaved-guard.tsx'
import { type Form as FormState, useForm } from '../../parts/form/use-form.ts'
import { type ChosenPatient, PatientField } from '../../parts/patient-field.tsx'
import { SegmentCounter } from '../../parts/segment-counter.tsx'
import { useApi } from '../../parts/services.tsx'
import { FormWording } from '../../parts/wording.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifySuccess, notifyUndo } from '../../ui/notify.tsx'
import { ConsentLine } from './consent-line.tsx'
import { GapLine } from './gap-line.tsx'
import { bodyOf, notificationErrors, type TypedNotification } from './send.rules.ts'
import type { SentNotification } from './sent-here.ts'
import { ShortenLink } from './shorten-link.tsx'
import { TemplateSelect, type TemplateWords } from './template-select.tsx'
import { TypeChoice } from './type-choice.tsx'

interface SendFormProps {
  organization: Clinic
  chosen: ChosenPatient | null
  /** The chosen patient's record, once it is read. */
  record: PatientRecord | null
  /** The record could not be read. */
  isFailed: boolean
  onChoose: (patient: ChosenPatient | null) => void
  onSent: (sent: Omit<SentNotification, 'at'>) => void
}

const WORDS = ['smsContent', 'mailSubject', 'mailContent'] as const
type Words = Partial<Pick<TypedNotification, (typeof WORDS)[number]>>

const REFUSALS: Refusals = {
  rate_limited: 'The organization has reached today’s limit.',
  no_channel: 'No email service is set up for this organization.',
}

/** Whom, how and what. What is written stays when another patient is chosen. */
export function SendForm({ organization, chosen, record, isFailed, onChoose, onSent }: SendFormProps) {
  const { _id: organizationId } = organization
  const api = useApi()
  const form = useForm<TypedNotification>({
    initial: { type: 'SMS', phoneNumber: '', email: '', mailSubject: '', smsContent: '', mailContent: '' },
    check: notificationErrors,
    send: async (typed, idempotencyKey) => {
      const { data } = await api('sendNotification', { body: bodyOf(organizationId, typed), idempotencyKey })
      const { _id, type, conversationId } = data
      const [to, words] =
        type === 'SMS'
          ? [typed.phoneNumber, typed.smsContent]
          : [typed.email, `${typed.mailSubject}: ${typed.mailContent}`]
      onSent({ _id, type, conversationId, to, words, name: record?.name ?? null })
      notifySuccess(`${type === 'SMS' ? 'Text' : 'Email'} to ${isolated(record?.name ?? to)} is on its way`)
      for (const field of WORDS) form.resetField(field)
    },
    refusals: REFUSALS,
    refusedFields: { opted_out: 'phoneNumber' },
  })
  useReach(form, record)
  const type = useWatch({ control: form.control, name: 'type' })
  const text = useWatch({ control: form.control, name: 'smsContent' })
  const [subject, content] = useWatch({ control: form.control, name: ['mailSubject', 'mailContent'] })
  const field = type === 'SMS' ? 'smsContent' : 'mailContent'
  function write(words: Words) {
    for (const name of WORDS) {
      const written = words[name]
      if (written !== undefined) form.setValue(name, written, { shouldDirty: true })
    }
    form.onChange()
  }
  const insert = (words: string) =>
    write({ [field]: [form.getValues(field).trimEnd(), words].filter(Boolean).join(' ') })
  function takeTemplate({ name, subject, content }: TemplateWords) {
    const { mailSubject, [field]: before } = form.getValues()
    const isMail = type === 'email'
    write({ [field]: content, ...(isMail && subject !== null && { mailSubject: subject }) })
    if (isBlank(before) && (!isMail || isBlank(mailSubject))) return
    notifyUndo(`The words are those of “${name}”`, () => write({ [field]: before, ...(isMail && { mailSubject }) }))
  }
  return (
    <Form form={form} label="Notification" className="space-y-4 px-4 py-5 md:px-5">
      <UnsavedGuard unsaved={[text, subject, content].some((words) => words.trim() !== '')} />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <PatientField
          {...{ organizationId, chosen }}
          onChange={onChoose}
          clearLabel={(name) => `Send to somebody else, not to ${name}`}
          className="w-72 min-w-0 max-md:w-full"
        />
        <TypeChoice form={form} />
      </div>
      {isFailed && <FormProblem>The patient’s record did not load. Type the number or the address.</FormProblem>}
      {type === 'SMS' ? (
        <FormField form={form} name="phoneNumber" label="Phone number" type="tel" className="md:w-72" />
      ) : (
        <FormField form={form} name="email" label="Email address" type="email" className="md:w-72" />
      )}
      <ConsentLine {...{ record, type }} />
      <TemplateSelect
        {...{ organization, record, type }}
        isAwaited={chosen !== null && record === null && !isFailed}
        onTake={takeTemplate}
      />
      {type === 'SMS' ? (
        <div>
          <FormTextArea key="sms" form={form} name="smsContent" label="Text" />
          <p className="mt-1 text-right">
            <SegmentCounter text={text} note={false} />
          </p>
          <FormWording form={form} name="smsContent" find={collisionsIn} />
          <GapLine words={text} {...{ record, type }} />
        </div>
      ) : (
        <>
          <FormField form={form} name="mailSubject" label="Subject" />
          <div>
            <FormTextArea key="mail" form={form} name="mailContent" label="Text" rows={8} />
            <GapLine words={`${subject}\n${content}`} {...{ record, type }} />
          </div>
        </>
      )}
      <ShortenLink onShort={insert} offline={form.offline} />
      <Problem form={form} />
      <div className="flex justify-end">
        <Submit form={form} size="lg" action="Sending">
          Send notification
        </Submit>
      </div>
    </Form>
  )
}

/** Fills in the number and the address of the chosen patient. */
function useReach(form: FormState<TypedNotification>, record: PatientRecord | null) {
  const before = useRef<string | null>(null)
  useEffect(() => {
    const chosen = record?._id ?? null
    if (before.current === chosen) return
    before.current = chosen
    const { phoneNumber = null, email = null } = record ?? {}
    form.setValue('phoneNumber', phoneNumber === null ? '' : displayPhone(phoneNumber), { shouldDirty: true })
    form.setValue('email', email ?? '', { shouldDirty: true })
    if (phoneNumber === null && email !== null) form.setValue('type', 'email', { shouldDirty: true })
    form.onChange()
  }, [form, record])
}
