import type { CannedMessage } from '@foyer/contracts/inbox/canned-calls.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../parts/services.tsx'
import { notifyError, notifySuccess, notifyUndo } from '../../../ui/notify.tsx'

export type CannedWords = Pick<CannedMessage, 'title' | 'message'>

const NONE: readonly CannedMessage[] = []

/** [INBOX-04] The organization's canned messages and their changes, which show in the list at once. */
export function useCanned(organizationId: string) {
  const api = useApi()
  const cache = useQueryClient()
  const queryKey = ['canned messages', organizationId]
  const { data, isPending, isError, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api('cannedMessages', { query: { organizationId }, signal })).data,
  })

  const follow = (change: (held: readonly CannedMessage[]) => CannedMessage[]) => {
    cache.setQueryData<readonly CannedMessage[]>(queryKey, (held = NONE) =>
      change(held).toSorted((one, other) => one.title.localeCompare(other.title)),
    )
    void cache.invalidateQueries({ queryKey })
  }

  /** Rejects with the error of the call. */
  async function save(words: CannedWords, edited: CannedMessage | null, idempotencyKey: string): Promise<void> {
    const body = { organizationId, ...words }
    const saved = edited
      ? await api('updateCannedMessage', { body: { _id: edited._id, ...body } })
      : await api('addCannedMessage', { body, idempotencyKey })
    follow((held) => [...held.filter(({ _id }) => _id !== saved.data._id), saved.data])
    notifySuccess('Canned message saved')
  }

  async function remove({ _id, title, message }: CannedMessage): Promise<void> {
    try {
      await api('removeCannedMessage', { body: { _id, organizationId } })
      follow((held) => held.filter((one) => one._id !== _id))
      const undo = () => void save({ title, message }, null, crypto.randomUUID()).catch(notifyReason)
      notifyUndo(`“${title}” deleted`, undo)
    } catch (error) {
      notifyReason(error)
    }
  }

  return { canned: data ?? NONE, isPending, isError, load: () => void refetch(), save, remove }
}

function notifyReason(error: unknown): void {
  notifyError(error instanceof Error ? error.message : String(error))
}
