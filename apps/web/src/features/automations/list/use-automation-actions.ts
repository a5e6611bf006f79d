import type { Automation } from '@foyer/contracts/automations/automation.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi, useApp } from '../../../parts/services.tsx'
import { useIdempotencyKeys } from '../../../parts/visits/use-idempotency-keys.ts'
import { notifyError, notifySuccess, notifyUndo } from '../../../ui/notify.tsx'
import { beginAutomation } from '../new-automation.ts'
import { problemsToMend } from '../not-ready.rules.ts'
import { movedIds } from './automation-rows.rules.ts'
import type { Automations } from './use-automations.ts'

/** The acts on the rows of the list. The stream tells everybody else. */
export function useAutomationActions(organizationId: string, list: Pick<Automations, 'data' | 'take' | 'takePause'>) {
  const api = useApi()
  const app = useApp()
  const navigate = useNavigate()
  const withKey = useIdempotencyKeys()
  /** The automation, or the pause, that a call is about. */
  const [busy, setBusy] = useState<string | null>(null)
  /** The order that is being saved. */
  const [order, setOrder] = useState<readonly string[] | null>(null)

  async function once(about: string, refused: string, act: () => Promise<void>): Promise<void> {
    if (busy !== null) return
    setBusy(about)
    try {
      await act()
    } catch (error) {
      notifyError(`${refused} ${problemsToMend(error) ?? failureMessage(error)}`)
    } finally {
      setBusy(null)
    }
  }

  const turn = ({ _id, name }: Automation, on: boolean) =>
    once(_id, `“${name}” was not turned ${on ? 'on' : 'off'}.`, async () => {
      const body = { organizationId, _id, on }
      const answer = await withKey(body, (idempotencyKey) => api('switchAutomation', { body, idempotencyKey }))
      list.take(answer.epoch, [answer.data])
    })

  const move = ({ _id, name }: Automation, to: number) =>
    once(_id, `“${name}” was not moved.`, async () => {
      const ids = movedIds(list.data ?? [], _id, to)
      if (ids === null) return
      setOrder(ids)
      try {
        const answer = await api('orderAutomations', { body: { organizationId, ids: [...ids] } })
        list.take(answer.epoch, answer.data)
      } finally {
        setOrder(null)
      }
    })

  /** The list that showed it as removed takes the answer too. */
  const restore = ({ _id, name }: Automation, also?: Automations['take']) =>
    once(_id, `“${name}” was not restored.`, async () => {
      const answer = await api('restoreAutomation', { body: { organizationId, _id } })
      list.take(answer.epoch, answer.data)
      also?.(answer.epoch, answer.data)
      notifySuccess(`Restored “${name}”, switched off`)
    })

  const remove = (automation: Automation) =>
    once(automation._id, `“${automation.name}” was not removed.`, async () => {
      const answer = await api('removeAutomation', { body: { organizationId, _id: automation._id } })
      list.take(answer.epoch, [
        ...answer.data,
        { ...automation, removed: true, version: Math.max(automation.version, answer.asOf) },
      ])
      notifyUndo(`Removed “${automation.name}”`, () => void restore(automation))
    })

  const duplicate = ({ _id, name }: Automation) =>
    once(_id, `“${name}” was not duplicated.`, async () => {
      const { data } = await api('automation', { query: { organizationId, automationId: _id } })
      const definition = data.draft ?? data.definition
      if (definition === null) return
      beginAutomation(app, { activeStep: 1, ...JSON.parse(JSON.stringify(definition)) })
      void navigate('/automations/new')
    })

  const pause = (until: Date | null) =>
    once('pause', until === null ? 'They were not resumed.' : 'They were not paused.', async () => {
      const body = { organizationId, until: until?.toISOString() ?? null }
      const answer = await api('pauseAutomations', { body })
      list.takePause(answer.epoch, answer.data)
      if (until === null) notifySuccess('Automations go on')
    })

  return { busy, order, turn, move, remove, restore, duplicate, pause }
}
export type AutomationActions = ReturnType<typeof useAutomationActions>
