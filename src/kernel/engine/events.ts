import { inForm } from '../base/form.js';
import { createdBeside } from '../base/ids.js';
import { hides, outwardNames, outwardOf } from '../base/internal.js';
import { scaled, told_in_milliseconds } from '../base/moments.js';
import type { Document } from '../base/resource.js';
import type { EventRow } from '../storage/rows.js';
import { type Engine, idTime } from './engine.js';
import { type Tracked, textOf, type Unit } from './unit.js';

type Telling = {
  readonly tracked: Tracked;
  readonly type: string;
  /** Milliseconds on the clock of the step's object. */
  readonly now_ms: number;
  readonly previous: Document | undefined;
};

/** An event: `data.object` is the object as it is now; a change without an edge also has the previous attributes. */
export function tellAs(
  { ids }: Engine,
  { service_ms, request, tenant: { livemode } }: Unit,
  { tracked, type, now_ms, previous }: Telling,
): EventRow {
  const { tenant } = tracked;
  const id = ids.fresh('evt', idTime(service_ms, tenant));
  const attributes = previous ? `,"previous_attributes":${JSON.stringify(differences(tracked, previous))}` : '';
  const doc =
    `{"id":"${id}","object":"event","api_version":null,"created":${now_ms},"data":{"object":${toldText(tracked)}${attributes}},` +
    `"livemode":${livemode},"request":${JSON.stringify(shown(request))},"type":"${type}"}`;
  const { object, id: object_id, status = null } = tracked.doc;
  return { account: tenant.account, id, type, object, object_id, status, created_at: createdBeside(id, now_ms), doc };
}

const shown = (request: Unit['request']): object | null => request && { id: request.id, idempotency_key: request.idempotency_key };

/** The same event in other shapes of the object, by their own names; only for shapes in which a member differs. */
export const tellInForms = (engine: Engine, unit: Unit, { tracked, type, now_ms, previous: before }: Telling): EventRow[] =>
  engine.index.forms.flatMap((resource) => {
    const name = resource.form_of?.told[type];
    const doc = name ? inForm(resource, tracked.doc) : null;
    const previous = (name && before && inForm(resource, before)) || undefined;
    if (!name || !doc || JSON.stringify(previous) === JSON.stringify(doc)) return [];
    return tellAs(engine, unit, { tracked: { ...tracked, resource, doc, text: null }, type: name, now_ms, previous });
  });

/** The native text of the object in an event. */
const toldText = (tracked: Tracked): string => {
  const { doc, resource } = tracked;
  const moments = told_in_milliseconds[doc.object];
  if (moments) return JSON.stringify(scaled(doc, moments, 1000));
  return hides(resource, doc) ? JSON.stringify(outwardOf(resource, doc)) : textOf(tracked);
};

function differences({ resource, doc }: Tracked, previous: Document): Record<string, unknown> {
  const different = outwardNames(resource, Object.keys(previous)).filter(
    (name) => JSON.stringify(previous[name]) !== JSON.stringify(doc[name]),
  );
  return Object.fromEntries(different.map((name) => [name, previous[name]]));
}
