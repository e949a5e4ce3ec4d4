//! What the shapes of a group of types say of one of them: which values end, and which parts lead
//! back.

use super::Listed;
use super::shape::{Form, KnownVariant, Shapes};
use crate::choice::{mix, mix_bytes};

/// A type whose values never end has no height.
pub(super) type Height = Option<u32>;

/// How a field leads back to the type that holds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// How many values of the group it holds; none is no way back. In a list, those of an element.
    pub parts: u32,
    /// How many lists lie between.
    pub lists: u32,
}

/// A type seen from itself.
pub(super) struct Group<'a> {
    shapes: &'a Shapes,
    heights: Vec<Height>,
    /// Which types the type leads to that lead back to it.
    members: Vec<bool>,
}

impl<'a> Group<'a> {
    pub fn of(shapes: &'a Shapes, index: usize) -> Self {
        let edges: Vec<Vec<usize>> =
            (0..shapes.types.len()).map(|from| edges(shapes, from)).listed();
        let mut backwards = vec![Vec::new(); edges.len()];
        for (from, targets) in edges.iter().enumerate() {
            targets.iter().for_each(|target| backwards[*target].push(from));
        }
        let (forth, back) = (reached(&edges, index), reached(&backwards, index));
        let members = forth.into_iter().zip(back).map(|(forth, back)| forth && back).listed();
        Group { shapes, heights: heights(shapes), members }
    }

    /// A name that all types of the group agree on; nothing if the type does not lead back to
    /// itself.
    pub fn name(&self) -> Option<u64> {
        let members = self.shapes.types.iter().zip(&self.members).filter(|(_, member)| **member);
        let first = members.map(|(known, _)| (known.name, known.site)).min()?;
        let (name, site) = first;
        let place = u64::from(site.line) << 32 | u64::from(site.column);
        // 0 stands for no group.
        Some(mix(mix_bytes(name.as_bytes()), place).max(1))
    }

    pub fn height(&self, variant: &KnownVariant) -> Height {
        variant_height(&self.heights, variant)
    }

    pub fn reach(&self, form: &Form) -> Reach {
        match form {
            Form::Leaf => Reach::default(),
            Form::Type(index) => Reach { parts: self.members[*index].into(), lists: 0 },
            Form::All(forms) => {
                forms.iter().map(|form| self.reach(form)).fold(Reach::default(), |one, other| {
                    Reach {
                        parts: one.parts.saturating_add(other.parts),
                        lists: one.lists.max(other.lists),
                    }
                })
            }
            Form::Either(forms) => {
                forms.iter().map(|form| self.reach(form)).fold(Reach::default(), |one, other| {
                    Reach { parts: one.parts.max(other.parts), lists: one.lists.max(other.lists) }
                })
            }
            Form::Times(count, form) => {
                let reach = self.reach(form);
                Reach { parts: reach.parts.saturating_mul(*count), ..reach }
            }
            Form::Many(form) => {
                let reach = self.reach(form);
                let lists = if reach.parts == 0 { 0 } else { reach.lists + 1 };
                Reach { lists, ..reach }
            }
        }
    }
}

/// The least height of a value of each type. Heights only fall, and every round but the last lowers
/// one, so this ends.
fn heights(shapes: &Shapes) -> Vec<Height> {
    let mut heights = vec![None; shapes.types.len()];
    loop {
        let before = heights.clone();
        for (index, known) in shapes.types.iter().enumerate() {
            let generated = known.variants.iter().filter(|variant| variant.weight > 0);
            let least = generated.filter_map(|variant| variant_height(&heights, variant)).min();
            heights[index] = least.map(|height| height + 1);
        }
        if heights == before {
            return heights;
        }
    }
}

fn variant_height(heights: &[Height], variant: &KnownVariant) -> Height {
    highest(heights, variant.fields.iter().map(|field| &field.form))
}

pub(super) fn highest<'f>(heights: &[Height], forms: impl IntoIterator<Item = &'f Form>) -> Height {
    forms.into_iter().try_fold(0, |highest, form| Some(height(heights, form)?.max(highest)))
}

fn height(heights: &[Height], form: &Form) -> Height {
    match form {
        Form::Leaf | Form::Many(_) => Some(0),
        Form::Type(index) => heights[*index],
        Form::All(forms) => highest(heights, forms),
        Form::Times(_, form) => height(heights, form),
        Form::Either(forms) => forms.iter().filter_map(|form| height(heights, form)).min(),
    }
}

/// The least heights of some shapes.
pub(super) fn heights_of<const N: usize>(shapes: &Shapes, forms: [Form; N]) -> [Height; N] {
    let heights = heights(shapes);
    forms.map(|form| height(&heights, &form))
}

fn edges(shapes: &Shapes, from: usize) -> Vec<usize> {
    let mut edges = Vec::new();
    let generated = shapes.types[from].variants.iter().filter(|variant| variant.weight > 0);
    generated
        .flat_map(|variant| &variant.fields)
        .for_each(|field| collect(&field.form, &mut edges));
    edges
}

fn collect(form: &Form, types: &mut Vec<usize>) {
    match form {
        Form::Leaf => {}
        Form::Type(index) => types.push(*index),
        Form::All(forms) | Form::Either(forms) => {
            forms.iter().for_each(|form| collect(form, types));
        }
        Form::Times(_, form) | Form::Many(form) => collect(form, types),
    }
}

/// What is reached from `start` in one step or more.
fn reached(edges: &[Vec<usize>], start: usize) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    let mut waiting = edges[start].clone();
    while let Some(next) = waiting.pop() {
        if !std::mem::replace(&mut reached[next], true) {
            waiting.extend(&edges[next]);
        }
    }
    reached
}
