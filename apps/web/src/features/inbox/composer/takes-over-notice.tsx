import { Bot } from 'lucide-react'

/** Says that a text ends the assistant's part, because a person always wins. A note does not end it. */
export function TakesOverNotice({ name }: { name: string }) {
  return (
    <p role="status" className="flex items-center gap-1.5 px-3 pb-1.5 text-xs text-auto-text max-md:pt-1.5">
      <Bot aria-hidden size={14} className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        Sending takes over from <bdi>{name}</bdi>.
      </span>
    </p>
  )
}
