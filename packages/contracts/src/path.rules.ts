/** The parameters of a call's path: `id` in `/api/main/patients/:id`. */
const PARAM = /:(\w+)/g

export function paramsOf(path: string): string[] {
  return [...path.matchAll(PARAM)].flatMap(([, name]) => name ?? [])
}

/**
 * The path with its parameters filled in, each encoded. A value of nothing or of dots alone is refused: it would make the
 * address of another call.
 */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(PARAM, (_, name: string) => {
    const value = String(params[name] ?? '')
    if (/^\.*$/.test(value)) throw new Error(`The path ${path} needs a value for ${name}.`)
    return encodeURIComponent(value)
  })
}
