import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

/** Sends a picture → the Markdown that shows it, or null when it was refused and the writer was told. */
export type SendPicture = (picture: File) => Promise<string | null>;

const started = StateEffect.define<{ key: object; at: number; name: string }>();
const ended = StateEffect.define<object>();

/** Stands in the text, but is no part of it, until the picture has arrived. */
class Uploading extends WidgetType {
  readonly key: object;
  readonly name: string;

  constructor(key: object, name: string) {
    super();
    this.key = key;
    this.name = name;
  }

  override eq(other: Uploading): boolean {
    return other.key === this.key;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-uploading';
    element.textContent = `Sending ${this.name}…`;
    return element;
  }
}

const places = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects }) {
    let marks = before.map(changes);
    for (const effect of effects) {
      if (effect.is(started)) {
        const { key, at, name } = effect.value;
        const mark = Decoration.widget({ widget: new Uploading(key, name), side: 1 });
        marks = marks.update({ add: [mark.range(at)] });
      }
      if (effect.is(ended))
        marks = marks.update({ filter: (_from, _to, { spec }) => keyOf(spec) !== effect.value });
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function keyOf(spec: unknown): object | undefined {
  if (typeof spec !== 'object' || spec === null || !('widget' in spec)) return undefined;
  return spec.widget instanceof Uploading ? spec.widget.key : undefined;
}

function placeOf(state: EditorState, key: object): number | undefined {
  let place: number | undefined;
  state.field(places).between(0, state.doc.length, (from, _to, { spec }) => {
    if (keyOf(spec) === key) place = from;
  });
  return place;
}

/** Sends pictures one after the other and places each where it was meant to go, however the text changed meanwhile. */
export async function placePictures(
  view: EditorView,
  pictures: readonly File[],
  at: number,
  send: SendPicture,
): Promise<void> {
  const keys = pictures.map(() => ({}));
  view.dispatch({
    effects: pictures.map(({ name }, index) =>
      started.of({ key: keys[index] ?? {}, at, name: name || 'picture' }),
    ),
  });
  for (const [index, picture] of pictures.entries()) {
    const key = keys[index] ?? {};
    const markdown = await send(picture);
    const place = placeOf(view.state, key);
    if (markdown === null || place === undefined) view.dispatch({ effects: ended.of(key) });
    else placeAt(view, key, place, markdown);
  }
}

/** On a line of its own, with the description next to be written. */
function placeAt(view: EditorView, key: object, place: number, markdown: string): void {
  const line = view.state.doc.lineAt(place);
  const before = place === line.from ? '' : '\n\n';
  const after = place === line.to ? '' : '\n\n';
  const wasThere = view.state.selection.main.head === place && view.hasFocus;
  view.dispatch({
    changes: { from: place, insert: `${before}${markdown}${after}` },
    effects: ended.of(key),
    userEvent: 'input.paste',
    ...(wasThere && { selection: { anchor: place + before.length + '!['.length } }),
  });
}

function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

/** Takes pictures that are pasted or dropped. */
export function takePictures(send: SendPicture): Extension {
  return [
    places,
    EditorView.domEventHandlers({
      paste(event, view) {
        const pictures = picturesIn(event.clipboardData);
        if (pictures.length === 0) return false;
        event.preventDefault();
        void placePictures(view, pictures, view.state.selection.main.head, send);
        return true;
      },
      drop(event, view) {
        const pictures = picturesIn(event.dataTransfer);
        if (pictures.length === 0) return false;
        event.preventDefault();
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length;
        void placePictures(view, pictures, at, send);
        return true;
      },
    }),
  ];
}
