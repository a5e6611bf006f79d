import { useQuery } from '@tanstack/react-query'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { useApi } from '../../../parts/services.tsx'
import type { DraftSavingActor, SavedDraft } from '../saving/draft-saving.machine.ts'
import { changeCount, changesBetween } from '../versions/changes.rules.ts'
import { publishingOf } from './publish.actors.ts'
import { PublishDialog } from './publish-dialog.tsx'

interface PublishDraftProps {
  saving: DraftSavingActor
  organizationId: string
  flowId: string
  /** The number of the version that it becomes. */
  next: number
  disabledReason: string | undefined
  onShow: (nodeId: string) => void
  onPublished: (number: number) => void
  onClose: () => void
}

/** Publishes the draft as it is saved; what is on its way is saved first. */
export function PublishDraft(props: PublishDraftProps) {
  const { saving } = props
  const isSaved = useSelector(saving, ({ value }) => value === 'clean')
  const saved = useSelector(saving, ({ context }) => context.saved)
  return isSaved ? <Publishing {...props} saved={saved} /> : null
}

function Publishing(props: PublishDraftProps & { saved: SavedDraft }) {
  const { organizationId, flowId, disabledReason, onShow, onPublished, onClose, saved } = props
  // The event of the new version may come before the answer.
  const [next] = useState(props.next)
  const api = useApi()
  // The draft of the press is published, whatever is saved while the dialog is open.
  const [{ flow, revision }] = useState(saved)
  const [machine] = useState(() => publishingOf({ api, organizationId, flow, from: { revision } }))
  const actor = useActorRef(machine, { input: { key: crypto.randomUUID() } })
  const live = useQuery({
    queryKey: ['chatbot version', organizationId, flowId, next - 1],
    queryFn: async ({ signal }) => {
      const params = { flowId, number: String(next - 1) }
      return (await api('chatbotVersion', { params, query: { organizationId }, signal })).data
    },
    ...{ enabled: next > 1, retry: false },
  })
  const changes = live.data === undefined ? null : changeCount(changesBetween(live.data.flow, flow))
  return (
    <PublishDialog
      {...{ actor, disabledReason, onShow, onPublished, onClose }}
      verb={`Publish version ${next}`}
      changes={next > 1 ? (changes ?? 'the changes did not load') : null}
    />
  )
}
