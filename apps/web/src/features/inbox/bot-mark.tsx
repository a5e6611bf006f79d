import { Bot } from 'lucide-react'

/** The assistant that answers a conversation now, with the block in which it stands. */
export function BotMark({ title }: { title: string }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 font-medium text-auto-text">
      <span className="grid size-4 shrink-0 place-items-center rounded-sm bg-rail text-white">
        <Bot aria-hidden size={12} strokeWidth={2} />
      </span>
      <span className="sr-only">assistant at</span> <bdi className="truncate">{title}</bdi>
    </span>
  )
}
