//! `cargo lawful rank`: the ranking of `lawful-rank`, with a page of HTML.

use std::io::Write;

use clap::Args;
use lawful_rank::command::RankOptions;

use crate::cargo::CargoOptions;
use crate::error::CommandError;
use crate::report::{self, PageOption};

/// Options of the command that ranks executables.
#[derive(Args, Clone, Debug)]
pub struct RankCommand {
    #[command(flatten)]
    ranking: RankOptions,

    #[command(flatten)]
    page: PageOption,
}

impl RankCommand {
    /// Ranks executables, prints the ranking, and writes its page if one is asked for.
    ///
    /// # Errors
    ///
    /// If no ranking can be made or a file cannot be written.
    pub fn run(&self, output: &mut dyn Write) -> Result<(), CommandError> {
        let answers = self.ranking.answers.iter().map(|path| path.display().to_string());
        let answers: Vec<String> = answers.collect();
        // A ranking may take hours, so that a page without a place is told before.
        let file = match self.page.is_given() {
            true => {
                let cargo = CargoOptions::default();
                let metadata = cargo.metadata().ok();
                let target = metadata.as_ref().map(|metadata| cargo.target_directory(metadata));
                self.page.file(&answers, target.as_deref())?
            }
            false => None,
        };
        let ranking = self.ranking.run(output);
        let ranking = ranking.map_err(|error| CommandError::misused(error.to_string()))?;
        let Some(file) = file else { return Ok(()) };
        let mut report = report::of_workspace(None);
        report.subtitle(report::command(&["rank"], &answers));
        report.page(&ranking.page("ranking"));
        report::write(&report, &file)
    }
}
