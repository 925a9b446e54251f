const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it may stand between tags and in a quoted attribute. */
export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
