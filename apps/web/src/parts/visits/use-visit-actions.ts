import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { useRef, useState } from 'react'
import { notifyError, notifySuccess, notifyUndo } from '../../ui/notify.tsx'
import { failureTitle } from '../failure-message.rules.ts'
import { useApi, useServices } from '../services.tsx'
import { useIdempotencyKeys } from './use-idempotency-keys.ts'
import { useQuietHours } from './use-quiet-hours.ts'
import * as rules from './visit-actions.rules.ts'

type ActedVisit = rules.ActedVisit

interface Options {
  organizationId: string
  timezone: string
  /** Takes in the new states that an answer brings. */
  onChanged?: (epoch: string, visits: readonly Appointment[]) => void
}

/** Reminders that wait for a person's word, because it is night where the patients are. */
export interface AskedReminder extends Reminding {
  /** The zones of the patients for whom it is night. */
  readonly zones: readonly string[]
}

interface Reminding {
  readonly visits: readonly ActedVisit[]
  readonly type: rules.ReminderType
  /** Why other visits of the selection are left out. */
  readonly left: readonly rules.LeftOut[]
}

export interface VisitActions {
  /** The ids of the visits whose action is on its way. */
  readonly busy: ReadonlySet<string>
  readonly confirm: (visits: readonly ActedVisit[]) => void
  readonly remind: (visits: readonly ActedVisit[], type?: rules.ReminderType) => void
  /** Reminds of those that are still to come, and says how many are left out. */
  readonly remindSelected: (visits: readonly (ActedVisit & rules.VisitMoment)[]) => void
  readonly change: (visits: readonly ActedVisit[], change: rules.VisitChange) => void
  /** Reports a change that a form has made, with its undo. */
  readonly report: (text: string, undoId: string | null) => void
  /** Waits for "Send now"; null for none. `NightDialog` asks. */
  readonly asked: AskedReminder | null
  readonly answer: (send: boolean) => void
}

/** What staff do with visits: each is reported by a toast, with an undo where one exists. */
export function useVisitActions({ organizationId, timezone, onChanged }: Options): VisitActions {
  const api = useApi()
  const { clock } = useServices()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<AskedReminder | null>(null)
  const keyOf = useIdempotencyKeys()
  const quietHours = useQuietHours(organizationId)
  const isBeginning = useRef(false)

  async function run(visits: readonly ActedVisit[], act: () => Promise<void>) {
    const ids = visits.map(({ _id }) => _id)
    if (ids.some((id) => busy.has(id))) return
    setBusy((before) => new Set([...before, ...ids]))
    try {
      await act()
    } catch (error) {
      notifyError(failureTitle(error))
    } finally {
      setBusy((before) => new Set([...before].filter((id) => !ids.includes(id))))
    }
  }

  function report(text: string, undoId: string | null) {
    if (undoId === null) return notifySuccess(text)
    notifyUndo(text, () => void undo(undoId))
  }

  async function undo(undoId: string) {
    try {
      const body = { organizationId, undoId }
      const { data, epoch } = await api('undoAppointments', { body, idempotencyKey: undoId })
      onChanged?.(epoch, data.restored)
      const words = rules.undoneWords(data.restored.length, data.skipped)
      if (data.skipped.length === 0) notifySuccess(words)
      else notifyError(words)
    } catch (error) {
      notifyError(failureTitle(error))
    }
  }

  /** [LIST-05] One visit by the specification's own call; several at once. */
  function confirm(visits: readonly ActedVisit[]) {
    const [only] = visits
    if (visits.length !== 1 || only === undefined) return change(visits, { type: 'confirm' })
    void run(visits, async () => {
      const answer = await api('markConfirmed', { body: { organizationId, appointmentId: only._id } })
      onChanged?.(answer.epoch, [answer.data])
      report(`Confirmed ${rules.nameOf(only)}`, answer.undoId)
    })
  }

  function change(visits: readonly ActedVisit[], wanted: rules.VisitChange) {
    const appointmentIds = visits.map(({ _id }) => _id)
    const body = { organizationId, appointmentIds, change: wanted }
    void run(visits, async () => {
      const { data, epoch } = await keyOf(body, (idempotencyKey) => api('changeAppointments', { body, idempotencyKey }))
      onChanged?.(epoch, data.changed)
      const reasons = data.skipped.map(({ reason }) => reason)
      report(rules.changedWords(rules.doneWords(wanted, data.changed), reasons), data.undoId)
    })
  }

  async function begin(reminder: Reminding) {
    // A second press while the hours are read sends nothing more.
    if (isBeginning.current) return
    isBeginning.current = true
    const hours = await quietHours()
    isBeginning.current = false
    const zones = rules.nightZones(reminder.visits, clock.now(), { timezone, hours })
    if (zones.length > 0) setAsked({ ...reminder, zones })
    else send(reminder)
  }

  function remind(visits: readonly ActedVisit[], type: rules.ReminderType = 'reminder') {
    void begin({ visits, type, left: [] })
  }

  function remindSelected(visits: readonly (ActedVisit & rules.VisitMoment)[]) {
    const { toCome, left } = rules.remindable(visits, clock.now())
    if (toCome.length > 0) void begin({ visits: toCome, type: 'reminder', left })
  }

  /** [LIST-04] [ENTITY-27] One reminder by the specification's own call; several at once. */
  function send({ visits, type, left }: Reminding) {
    const [only] = visits
    const appointmentIds = visits.map(({ _id }) => _id)
    void run(visits, async () => {
      if (visits.length === 1 && only !== undefined) {
        const body = { organizationId, appointmentId: only._id, type }
        const { data, epoch } = await keyOf(body, (idempotencyKey) => api('sendReminder', { body, idempotencyKey }))
        onChanged?.(epoch, [data.appointment])
        return notifySuccess(rules.remindedWords([only], left, type))
      }
      const body = { organizationId, appointmentIds, type }
      const { data, epoch } = await keyOf(body, (idempotencyKey) => api('sendReminders', { body, idempotencyKey }))
      onChanged?.(epoch, data.sent)
      const reasons = data.skipped.map(({ reason }) => reason)
      const words = rules.remindedWords(data.sent, [...reasons, ...left], type)
      if (data.sent.length === 0) notifyError(words)
      else notifySuccess(words)
    })
  }

  return {
    ...{ busy, confirm, remind, remindSelected, change, report, asked },
    answer: (isYes) => {
      if (isYes && asked !== null) send(asked)
      setAsked(null)
    },
  }
}
