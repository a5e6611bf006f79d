import { Bot } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '../../../lib/use-now.ts'
import { PageSheet } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useServices } from '../../../parts/services.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { flowTemplates } from '../templates/flow-templates.rules.ts'
import { type ChatbotRow as Row, useChatbots } from '../use-chatbots.ts'
import { ChatbotRow } from './chatbot-row.tsx'
import { NewChatbot } from './new-chatbot.tsx'
import { UnsavedWork } from './unsaved-work.tsx'
import { useChatbotActions } from './use-chatbot-actions.ts'

interface ChatbotsScreenProps {
  organizationId: string
  name: string
  timezone: string
}

/** [DESIGN-10] The organization's chatbots, each with the version that speaks and how its talks end. */
export function ChatbotsScreen({ organizationId, name, timezone }: ChatbotsScreenProps) {
  const rows = useChatbots(organizationId)
  const offline = useOffline()
  const actions = useChatbotActions(organizationId)
  const why = offlineReason(offline, 'A new chatbot')
  return (
    <PageSheet
      title="Chatbots"
      lead={`Assistants that answer for ${name} until a person is needed.`}
      wide
      action={<NewChatbot disabledReason={why} onAdd={(flow) => void actions.add(flow)} />}
    >
      <div>
        <UnsavedWork {...{ organizationId, rows, actions }} disabledReason={why} />
        <QueryState
          query={rows}
          what="The chatbots"
          rows={4}
          empty={
            <Note
              icon={Bot}
              title="No chatbots yet"
              detail="An assistant greets, asks, books and collects, and hands over with a summary as soon as a person is needed. Begin with one of these."
            >
              {flowTemplates.map(({ id, name: title, flow }) => (
                <Button key={id} disabledReason={why} onClick={() => void actions.add(flow)}>
                  {title}
                </Button>
              ))}
            </Note>
          }
        >
          {(all) => <Rows {...{ all, timezone, offline, actions }} />}
        </QueryState>
      </div>
    </PageSheet>
  )
}

interface RowsProps {
  all: readonly Row[]
  timezone: string
  offline: boolean
  actions: ReturnType<typeof useChatbotActions>
}

function Rows({ all, timezone, offline, actions }: RowsProps) {
  const now = useNow(useServices().clock)
  const [deleting, setDeleting] = useState<Row | null>(null)
  const [pausing, setPausing] = useState<Row | null>(null)
  const close = () => {
    actions.forget()
    setDeleting(null)
  }
  return (
    <>
      <p className="border-b border-line px-4 py-1.5 text-right text-xs text-muted md:px-5 md:pr-17">Last 7 days</p>
      <ul aria-label="Chatbots" className="divide-y divide-line">
        {all
          .filter(({ _id }) => !actions.removed.has(_id))
          .map((row) => (
            <li key={row._id} data-flow-id={row._id}>
              <ChatbotRow
                {...{ row, now, timezone, offline }}
                onDuplicate={() => void actions.duplicate(row)}
                onExport={() => void actions.exportFlow(row)}
                onSwitch={(status) => (status === 'paused' ? setPausing(row) : void actions.switchTo(row, status))}
                onDelete={() => setDeleting(row)}
              />
            </li>
          ))}
      </ul>
      {pausing !== null && (
        <ConfirmDialog
          title={`Pause “${pausing.name}”?`}
          confirm="Pause chatbot"
          disabledReason={offlineReason(offline, 'Pausing')}
          busy={actions.busy === pausing._id}
          onConfirm={() => void actions.switchTo(pausing, 'paused').then(() => setPausing(null))}
          onClose={() => setPausing(null)}
        >
          <p>It begins no new talk. Patients who are in it now finish theirs.</p>
        </ConfirmDialog>
      )}
      {deleting !== null && (
        <ConfirmDialog
          title={`Delete “${deleting.name}”?`}
          confirm="Delete chatbot"
          danger
          busy={actions.busy === deleting._id}
          disabledReason={offlineReason(offline, 'Deleting')}
          error={actions.error}
          onConfirm={() => void actions.remove(deleting).then((isRemoved) => isRemoved && close())}
          onClose={close}
        >
          <p>Its blocks and versions are lost. What it said stays in the conversations.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
