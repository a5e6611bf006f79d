/** The parameters of a call's path: `id` in `/api/main/patients/:id`. */
const PARAM = /:(\w+)/g

export function paramsOf(path: string): string[] {
  return [...path.matchAll(PARAM)].flatMap(([, name]) => name ?? [])
}

/**
 * Replaces the parameters by their encoded values. An empty value, or one of only dots, throws: the result would be the
 * path of another call.
 */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(PARAM, (_, name: string) => {
    const value = String(params[name] ?? '')
    if (/^\.*$/.test(value)) throw new Error(`The path ${path} needs a value for ${name}.`)
    return encodeURIComponent(value)
  })
}
