export function DoorPage() {
  return null
}
