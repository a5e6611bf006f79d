/** An element with its attributes and children. Children are text or elements, never markup. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value)
    else if (name.startsWith('aria-')) made.setAttribute(name, String(value))
    else if (value === true) made.setAttribute(name, '')
    else if (value !== false && value !== null) made.setAttribute(name, String(value))
  }
  made.append(...children)
  return made
}

/** "+15125550142" as "(512) 555-0142"; other countries as they are. */
export function displayNumber(number) {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : number
}

/** What was typed as E.164, or null. Ten digits are a North American number. */
export function readNumber(typed) {
  const digits = typed.replace(/\D/g, '')
  if (/^\s*\+/.test(typed)) return digits.length >= 7 && digits.length <= 15 ? `+${digits}` : null
  if (digits.length === 10) return `+1${digits}`
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : null
}
