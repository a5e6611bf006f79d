/**
 * Finds circles of files: sets of files in which each imports its way back to itself. Type imports and `import()` count, because
 * a circle of types ties two rooms together as firmly as a circle of values. (biome's `noImportCycles` ignores type imports.)
 */
import type { Import } from './rooms.ts'

/** Tarjan's strongly connected components, as lists of paths. Only components with more than one file, or a file that imports itself. */
export function cyclesOf(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of imports) targets.set(from, (targets.get(from) ?? new Set()).add(to))

  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const cycles: string[][] = []

  function visit(file: string): number {
    const own = order.size
    order.set(file, own)
    lowest.set(file, own)
    stack.push(file)
    onStack.add(file)
    for (const target of targets.get(file) ?? []) {
      const reached = order.has(target) ? (onStack.has(target) ? (order.get(target) as number) : own) : visit(target)
      lowest.set(file, Math.min(lowest.get(file) as number, reached))
    }
    if (lowest.get(file) === own) {
      const component = stack.splice(stack.indexOf(file))
      for (const member of component) onStack.delete(member)
      if (component.length > 1 || targets.get(file)?.has(file)) cycles.push(component)
    }
    return lowest.get(file) as number
  }

  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return cycles
}
