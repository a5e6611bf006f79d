import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { Bot, Hand } from 'lucide-react'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'

interface BotNoticeProps {
  bot: NonNullable<Conversation['bot']>
  conversationId: string
  offline: boolean
  onAct: (action: ConversationAction) => void
}

const WAITS = { patient: 'It waits for the patient', time: 'It waits for a time', action: 'It is looking something up' }

/** The assistant that answers, the block in which it stands, and the button that takes it off. */
export function BotNotice({ bot, conversationId, offline, onAct }: BotNoticeProps) {
  return (
    <section aria-label="Assistant" className="flex min-h-9 flex-wrap items-center gap-2 bg-auto px-4 py-1.5 text-sm">
      <span aria-hidden className="grid size-6 shrink-0 place-items-center rounded-sm bg-rail text-white">
        <Bot size={15} strokeWidth={1.75} />
      </span>
      <p className="min-w-0 flex-1 wrap-anywhere text-auto-text">
        <bdi className="font-semibold">{`${bot.name}: ${bot.title}`}</bdi>
        <span className="@max-[600px]:sr-only">{` · ${WAITS[bot.waitingFor]}`}</span>
      </p>
      <Button
        size="sm"
        icon={Hand}
        disabledReason={offlineReason(offline, 'Taking over')}
        onClick={() => onAct({ kind: 'takeOver', conversationId })}
        className="pointer-coarse:h-11"
      >
        Take over
      </Button>
    </section>
  )
}
