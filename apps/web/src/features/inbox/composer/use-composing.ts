import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { afterPaint } from '../../../lib/after-paint.ts'
import { useStable } from '../../../lib/use-stable.ts'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { type CannedQuery, cannedQueryAt, gapRange, unfilledPlaceholders, withCanned } from './canned.rules.ts'
import { type MentionQuery, mentionQueryAt, withName } from './mentions.rules.ts'

/** Handles a key for an open list, and returns whether it did. */
export type KeyHandler = (event: KeyboardEvent) => boolean

interface ComposingOptions {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  note: boolean
  onText: (text: string) => void
  onNamed?: (colleague: Pick<Colleague, '_id' | 'name'>) => void
  onSend: () => void
}

export type Composing = ReturnType<typeof useComposing>

/** The list that opens above the box while typing, and the gaps that keep a text from being sent. */
export function useComposing({ box, text, note, onText, onNamed, onSend }: ComposingOptions) {
  const [caret, setCaret] = useState(0)
  const [tool, setTool] = useState<'canned' | 'manage' | null>(null)
  /** The text up to the sign whose list Escape closed. The list stays closed while the text begins with it. */
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const [active, setActive] = useState<string | undefined>()
  const keys = useRef<KeyHandler | null>(null)
  const nextCaret = useRef<number | null>(null)

  const stillOpen = <Query extends { from: number }>(query: Query | null) =>
    query !== null && closedFor !== text.slice(0, query.from + 1) ? query : null
  const canned: CannedQuery | null = note ? null : stillOpen(cannedQueryAt(text, caret))
  const mention: MentionQuery | null = note ? stillOpen(mentionQueryAt(text, caret)) : null
  const open = tool === 'canned' || canned !== null ? 'canned' : mention !== null ? 'mention' : null
  /** The placeholders without a known value. They are left for the writer, and block sending. */
  const gaps = note ? NO_GAPS : unfilledPlaceholders(text)

  // The machine holds the text, so the caret is set after the new text has rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it must run after the text has changed
  useEffect(() => {
    if (nextCaret.current === null) return
    box.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    setCaret(nextCaret.current)
    nextCaret.current = null
  }, [text, box])

  const change = (next: string) => {
    if (closedFor !== null && !next.startsWith(closedFor)) setClosedFor(null)
    onText(next)
  }

  function write(next: string, at: number) {
    nextCaret.current = at
    change(next)
    box.current?.focus()
  }

  /** [INBOX-04] Replaces the slash that asked for it and what was typed after it; without one, inserts at the caret. */
  function insert(words: string) {
    setTool(null)
    if (canned !== null) {
      const next = withCanned(text, canned, words)
      return write(next.text, next.caret)
    }
    const at = Math.min(box.current?.selectionStart ?? text.length, text.length)
    const before = text.slice(0, at)
    const gap = before === '' || /\s$/.test(before) ? '' : ' '
    write(before + gap + words + text.slice(at), at + gap.length + words.length)
  }

  /** Inserts words that a menu chose. The menu gives its button the focus when it closes, so the box takes it after. */
  const insertFromMenu = useStable((words: string) => {
    insert(words)
    afterPaint(() => box.current?.focus())
  })

  /** An emoji stands where the caret is, without a space before it. */
  const insertEmoji = useStable((emoji: string) => {
    const at = Math.min(box.current?.selectionStart ?? text.length, text.length)
    write(text.slice(0, at) + emoji + text.slice(at), at + emoji.length)
    afterPaint(() => box.current?.focus())
  })

  function name(colleague: Colleague) {
    if (mention === null) return
    const { _id, name } = colleague
    const next = withName(text, caret, mention, name)
    onNamed?.({ _id, name })
    write(next.text, next.caret)
  }

  function close() {
    setTool(null)
    const asked = canned ?? mention
    if (asked !== null) setClosedFor(text.slice(0, asked.from + 1))
    setActive(undefined)
    box.current?.focus()
  }

  const toggleCanned = useStable(() => (open === 'canned' ? close() : setTool('canned')))

  function send(way: () => void = onSend) {
    const gap = note ? null : gapRange(text)
    if (gap === null) return way()
    box.current?.focus()
    box.current?.setSelectionRange(...gap)
  }

  return {
    open,
    tool,
    filter: canned?.typed ?? null,
    mention,
    active: open === null ? undefined : active,
    keys,
    change,
    insert,
    insertFromMenu,
    insertEmoji,
    name,
    close,
    toggleCanned,
    send,
    setActive,
    setCaret,
    setTool,
    gaps,
  }
}

const NO_GAPS: readonly string[] = []
