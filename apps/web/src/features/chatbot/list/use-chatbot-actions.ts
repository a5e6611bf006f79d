import type { ChatbotFlow, ChatbotFlowItem } from '@foyer/contracts/chatbot/chatbot.ts'
import { FLOW_NAME_MAX } from '@foyer/contracts/chatbot/limits.rules.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { userGraphql } from '../../../api/user-graphql.ts'
import { saveBlob } from '../../../lib/save-blob.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi, useServices } from '../../../parts/services.tsx'
import { useIdempotencyKeys } from '../../../parts/visits/use-idempotency-keys.ts'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'
import { exportedText, type NewFlow } from '../exported.rules.ts'
import { flowSaver } from '../saving/save-flow.actors.ts'

const blocksOf = ({ name, nodes, edges, settings }: ChatbotFlow) => ({ name, nodes, edges, settings })

/** The acts on a chatbot in the list. The stream tells everybody else. */
export function useChatbotActions(organizationId: string) {
  const api = useApi()
  const save = flowSaver(userGraphql(useServices().calls))
  const navigate = useNavigate()
  const withKey = useIdempotencyKeys()
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())

  async function run(id: string, act: () => Promise<void>, onFailure = (failure: string) => notifyError(failure)) {
    if (busy !== null) return
    setBusy(id)
    setError(null)
    try {
      await act()
    } catch (failure) {
      onFailure(failureMessage(failure))
    } finally {
      setBusy(null)
    }
  }
  const read = async (flowId: string) =>
    (await api('chatbotFlow', { params: { flowId }, query: { organizationId } })).data
  const add = (flow: NewFlow) =>
    run('new', async () => {
      const asked = { organizationId, flow }
      const { _id } = await withKey(asked, (idempotencyKey) => save(asked, idempotencyKey))
      void navigate(`/chatbot/${_id}`)
    })
  return {
    ...{ busy, error, removed, add, forget: () => setError(null) },
    duplicate: async (item: ChatbotFlowItem) => {
      try {
        const flow = blocksOf(await read(item._id))
        await add({ ...flow, name: `Copy of ${flow.name}`.slice(0, FLOW_NAME_MAX) })
      } catch (failure) {
        notifyError(failureMessage(failure))
      }
    },
    exportFlow: (item: ChatbotFlowItem) =>
      run(item._id, async () => {
        const text = exportedText(await read(item._id))
        saveBlob(new Blob([text], { type: 'application/json' }), `${item.name}.json`)
      }),
    switchTo: (item: ChatbotFlowItem, status: 'live' | 'paused', running: 'keep' | 'handover' = 'keep') =>
      run(item._id, async () => {
        const asked = { params: { flowId: item._id }, body: { organizationId, status, running } }
        await withKey(asked, (idempotencyKey) => api('setChatbotStatus', { ...asked, idempotencyKey }))
        notifySuccess(status === 'live' ? `“${item.name}” is live` : `Paused “${item.name}”`)
      }),
    remove: async (item: ChatbotFlowItem) => {
      let isRemoved = false
      const act = async () => {
        await api('deleteChatbotFlow', { params: { flowId: item._id }, body: { organizationId } })
        setRemoved((before) => new Set([...before, item._id]))
        notifySuccess(`Deleted “${item.name}”`)
        isRemoved = true
      }
      await run(item._id, act, setError)
      return isRemoved
    },
  }
}
