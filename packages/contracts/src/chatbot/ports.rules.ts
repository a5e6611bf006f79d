/** The ports of a block, from which its edges leave. The schema asks this file, so it knows blocks by their shape alone. */
import type { NodeKind } from './limits.rules.ts'

export interface PortOwner {
  readonly kind: NodeKind
  readonly options: readonly { readonly id: string }[]
  readonly settings?: object | undefined
}

/** A question whose answers are its options. */
export function isChoices({ kind, options, settings }: PortOwner): boolean {
  return (
    kind === 'question' && (options.length > 0 || (settings as { expects?: string } | undefined)?.expects === 'choice')
  )
}

/** In the order of the canvas. */
export function portsOf(node: PortOwner): string[] {
  const own = node.options.map(({ id }) => id)
  switch (node.kind) {
    case 'start':
    case 'message':
      return ['next']
    case 'question':
      return isChoices(node) ? [...own, 'otherwise', 'silence'] : ['next', 'otherwise', 'silence']
    case 'condition':
      return [...own, 'otherwise']
    case 'action':
      return ['next', 'failed']
    case 'wait':
      return ['next', 'reply']
    case 'handoff':
    case 'end':
      return []
  }
}

/** These lead to a person, or end the session after a silence, where no edge leaves them. */
const MAY_BE_OPEN: ReadonlySet<string> = new Set(['otherwise', 'failed', 'silence'])

export function mayBeOpen(port: string): boolean {
  return MAY_BE_OPEN.has(port)
}
