import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useStable } from '../../../lib/use-stable.ts'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { cannedFilter, unfilledPlaceholders } from './canned.rules.ts'
import type { ComposerActor } from './composer.machine.ts'
import { type MentionQuery, mentionQueryAt, withName } from './mentions.rules.ts'

/** Handles a key for an open list, and returns whether it did. */
export type KeyHandler = (event: KeyboardEvent) => boolean

interface ComposingOptions {
  composer: ComposerActor
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  note: boolean
  onSend: () => void
}

export type Composing = ReturnType<typeof useComposing>

/**
 * The list that opens above the box while typing, and the question before a text with unfilled placeholders is
 * sent.
 */
export function useComposing({ composer, box, text, note, onSend }: ComposingOptions) {
  const [caret, setCaret] = useState(0)
  const [tool, setTool] = useState<'canned' | 'manage' | null>(null)
  /** Escape closed the list for this text, so it stays closed until the text changes. */
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const [active, setActive] = useState<string | undefined>()
  const [gaps, setGaps] = useState<readonly string[]>([])
  /** The function that sends once the question is answered with yes. */
  const sending = useRef(onSend)
  const keys = useRef<KeyHandler | null>(null)
  const nextCaret = useRef<number | null>(null)

  const typedFilter = note || closedFor === text ? null : cannedFilter(text)
  const mention: MentionQuery | null = note && closedFor !== text ? mentionQueryAt(text, caret) : null
  const open = tool === 'canned' || typedFilter !== null ? 'canned' : mention !== null ? 'mention' : null

  // The machine holds the text, so the caret is set after the new text has rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it must run after the text has changed
  useEffect(() => {
    if (nextCaret.current === null) return
    box.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    setCaret(nextCaret.current)
    nextCaret.current = null
  }, [text, box])

  const change = (next: string) => {
    setGaps([])
    composer.send({ type: 'draft.changed', text: next })
  }

  function write(next: string, at: number) {
    nextCaret.current = at
    change(next)
    box.current?.focus()
  }

  /** [INBOX-04] Inserts at the caret, and replaces the text after a slash that asked for it. */
  function insert(words: string) {
    setTool(null)
    if (typedFilter !== null) return write(words, words.length)
    const at = Math.min(box.current?.selectionStart ?? text.length, text.length)
    const before = text.slice(0, at)
    const gap = before === '' || /\s$/.test(before) ? '' : ' '
    write(before + gap + words + text.slice(at), at + gap.length + words.length)
  }

  function name(colleague: Colleague) {
    if (mention === null) return
    const { _id, name } = colleague
    const next = withName(text, caret, mention, name)
    composer.send({ type: 'colleague.named', colleague: { _id, name } })
    write(next.text, next.caret)
  }

  function close() {
    setTool(null)
    setClosedFor(text)
    setActive(undefined)
    box.current?.focus()
  }

  const toggleCanned = useStable(() => (open === 'canned' ? close() : setTool('canned')))

  function send(way: () => void = onSend) {
    sending.current = way
    const missing = note ? [] : unfilledPlaceholders(text)
    if (missing.length > 0) setGaps(missing)
    else way()
  }

  return {
    open,
    tool,
    filter: typedFilter,
    mention,
    active: open === null ? undefined : active,
    keys,
    change,
    insert,
    name,
    close,
    toggleCanned,
    send,
    setActive,
    setCaret,
    setTool,
    question:
      gaps.length === 0
        ? null
        : {
            text: `${gaps.join(', ')} ${gaps.length === 1 ? 'is' : 'are'} not filled in. Send anyway?`,
            onAnswer: (yes: boolean) => {
              setGaps([])
              if (yes) sending.current()
            },
          },
  }
}
